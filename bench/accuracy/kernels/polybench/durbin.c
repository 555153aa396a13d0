// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/durbin
// tags: ports,memory
// about: z[i] = y[i] + alpha * y[k-i-1]

#include "kernel.h"

KB_DATA double y[KB_MAX_N], z[KB_MAX_N];

void kernel_init(void) { KB_FILL(y, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    z[i] = y[i] + 0.3 * y[n - i - 1];
}
