// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bad/tag
// tags: ports,speed
// about: has a tag that nobody knows

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 2 - a[i];
}
