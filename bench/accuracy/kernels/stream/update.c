// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/update
// tags: ports,memory
// about: a[i] = s * a[i] + t, in place and contractive

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 0.75 * a[i] + 0.25;
}
