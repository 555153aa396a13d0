// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s2111
// tags: latency,memory
// about: a[r][j] = (a[r][j-1] + a[r-1][j]) / 1.9, 3 rows

#include "kernel.h"

KB_DATA double a[4][KB_MAX_N + 1];

void kernel_init(void) { KB_FILL_ROWS(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  for (int r = 1; r < 4; ++r) {
    KB_LOOP
    for (KB_INT j = 1; j <= n; ++j)
      a[r][j] = (a[r][j - 1] + a[r - 1][j]) * 0.5263;
  }
}
