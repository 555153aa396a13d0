// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s116
// tags: ports,memory
// about: a[i] = 1.5 - 0.5 * a[i+1] * a[i]

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(a, 0.6, 1.2); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 1.5f - 0.5f * a[i + 1] * a[i];
}
