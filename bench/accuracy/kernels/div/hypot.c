// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/hypot
// tags: divider
// about: c[i] = sqrt(a[i]^2 + b[i]^2)
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    c[i] = __builtin_sqrt(a[i] * a[i] + b[i] * b[i]);
}
