// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/multiply
// tags: ports,memory,frontend
// about: c = a * b, interleaved parts, double precision

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N], b[2 * KB_MAX_N], c[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}
