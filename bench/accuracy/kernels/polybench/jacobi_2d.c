// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/jacobi_2d
// tags: ports,memory
// about: 5-point stencil over 2 rows

#define KB_MAX_N 240
#include "kernel.h"

KB_DATA double a[4][KB_MAX_N + 2], b[2][KB_MAX_N + 2];

void kernel_init(void) { KB_FILL_ROWS(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 1; r < 3; ++r) {
    KB_LOOP
    for (KB_INT j = 1; j <= n; ++j)
      b[r - 1][j] = 0.2 * (a[r][j] + a[r][j - 1] + a[r][j + 1] + a[r + 1][j] +
                           a[r - 1][j]);
  }
}
