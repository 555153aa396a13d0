// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/doitgen
// tags: latency,memory
// about: sum[p] = sum of A[s] * C[s][p], C of width 4

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double A[KB_MAX_N], C[KB_MAX_N][4], sum[4];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL_ROWS(C, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int p = 0; p < 4; ++p) {
    double t = 0;
    KB_LOOP
    for (KB_INT s = 0; s < n; ++s)
      t += A[s] * C[s][p];
    sum[p] = t;
  }
}
