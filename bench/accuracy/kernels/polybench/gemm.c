// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/gemm
// tags: ports,memory
// about: C[r][j] += A[r][k] * B[k][j], 3 rows by 3

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA double A[3][3], B[3][KB_MAX_N], C[3][KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(A, 0.5, 1.5);
  KB_FILL_ROWS(B, 0.5, 1.5);
  KB_FILL_ROWS(C, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  for (int r = 0; r < 3; ++r) {
    KB_OUTER_LOOP
    for (int k = 0; k < 3; ++k) {
      const double s = 0.01 * A[r][k];
      KB_LOOP
      for (KB_INT j = 0; j < n; ++j)
        C[r][j] += s * B[k][j];
    }
  }
}
