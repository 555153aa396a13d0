// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/gemver
// tags: ports,memory
// about: A[j] += u1 * v1[j] + u2 * v2[j]

#include "kernel.h"

KB_DATA double A[KB_MAX_N], v1[KB_MAX_N], v2[KB_MAX_N], u[2];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(v1, 0.5, 1.5);
  KB_FILL(v2, 0.5, 1.5);
  KB_FILL(u, 0.001, 0.002);
}

KB_KERNEL void kernel(KB_INT n) {
  const double u1 = u[0], u2 = u[1];
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j)
    A[j] += u1 * v1[j] + u2 * v2[j];
}
