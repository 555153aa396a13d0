// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/gauss_seidel_2d
// tags: latency,memory
// about: a[r][i] = mean of 4 neighbours, in place, 3 rows

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA double a[5][KB_MAX_N + 2];

void kernel_init(void) { KB_FILL_ROWS(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  for (int r = 1; r < 4; ++r) {
    KB_LOOP
    for (KB_INT i = 1; i <= n; ++i)
      a[r][i] = 0.25 * (a[r][i - 1] + a[r][i + 1] + a[r - 1][i] + a[r + 1][i]);
  }
}
