// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/seidel_2d
// tags: latency,memory
// about: in-place 9-point mean along one row

#include "kernel.h"

KB_DATA double a[3][KB_MAX_N + 2];

void kernel_init(void) { KB_FILL_ROWS(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j)
    a[1][j] = (a[0][j - 1] + a[0][j] + a[0][j + 1] + a[1][j - 1] + a[1][j] +
               a[1][j + 1] + a[2][j - 1] + a[2][j] + a[2][j + 1]) /
              9;
}
