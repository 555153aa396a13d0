// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/atax
// tags: ports,memory
// about: y[j] += A[r][j] * t[r], the second half, 4 rows

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA double A[4][KB_MAX_N], x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(A, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 0; r < 4; ++r) {
    const double t = 0.001 * x[r];
    KB_LOOP
    for (KB_INT j = 0; j < n; ++j)
      y[j] += A[r][j] * t;
  }
}
