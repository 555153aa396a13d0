// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/lu
// tags: ports,memory
// about: A[r][j] = A0[r][j] - l[r] * A[0][j] over 4 rows

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA double A[5][KB_MAX_N], B[4][KB_MAX_N], l[4];

void kernel_init(void) {
  KB_FILL_ROWS(A, 0.5, 1.5);
  KB_FILL_ROWS(B, 0.5, 1.5);
  KB_FILL(l, 0.1, 0.3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 0; r < 4; ++r) {
    const double s = l[r];
    KB_LOOP
    for (KB_INT j = 0; j < n; ++j)
      A[r + 1][j] = B[r][j] - s * A[0][j];
  }
}
