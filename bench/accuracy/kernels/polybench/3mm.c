// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/3mm
// tags: latency,memory
// about: E[r] = sum of A[r][k] * B[3k], B down a column

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA double A[2][KB_MAX_N], B[3 * KB_MAX_N], E[2];

void kernel_init(void) {
  KB_FILL_ROWS(A, 0.5, 1.5);
  KB_FILL(B, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 0; r < 2; ++r) {
    double s = 0;
    KB_LOOP
    for (KB_INT k = 0; k < n; ++k)
      s += A[r][k] * B[3 * k];
    E[r] = s;
  }
}
