// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/syrk
// tags: ports,memory
// about: C[j] = beta * C[j] + s * A[j]

#include "kernel.h"

KB_DATA double A[KB_MAX_N], C[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(C, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const double s = A[0];
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j)
    C[j] = 0.5 * C[j] + s * A[j];
}
