// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/rsqrt
// tags: divider
// about: a[i] = 1 / sqrt(b[i])
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 1 / __builtin_sqrt(b[i]);
}
