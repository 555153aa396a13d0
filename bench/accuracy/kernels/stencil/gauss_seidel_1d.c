// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/gauss_seidel_1d
// tags: latency,memory
// about: a[i] = 0.5 (a[i-1] + a[i+1]) in place

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}
