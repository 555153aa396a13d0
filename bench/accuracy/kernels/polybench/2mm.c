// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/2mm
// tags: ports,memory
// about: T[j] = sum of A[k] * B[k][j] over 4 k, in one pass

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA double A[4], B[4][KB_MAX_N], T[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL_ROWS(B, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const double a0 = A[0], a1 = A[1], a2 = A[2], a3 = A[3];
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j)
    T[j] = a0 * B[0][j] + a1 * B[1][j] + a2 * B[2][j] + a3 * B[3][j];
}
