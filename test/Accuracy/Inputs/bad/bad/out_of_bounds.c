// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bad/out_of_bounds
// tags: ports
// about: reads one element too many

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i + 1];
}
