// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/divide_f32
// tags: divider
// about: a[i] = b[i] / c[i] in single precision

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i] / c[i];
}
