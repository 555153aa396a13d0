// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/divide
// tags: divider,ports
// about: c = a / b, interleaved, single precision

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N], b[2 * KB_MAX_N], c[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float br = b[2 * i], bi = b[2 * i + 1];
    const float r = 1 / (br * br + bi * bi);
    c[2 * i] = (a[2 * i] * br + a[2 * i + 1] * bi) * r;
    c[2 * i + 1] = (a[2 * i + 1] * br - a[2 * i] * bi) * r;
  }
}
