// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/trmm
// tags: latency
// about: b += A[k] * B[k] below the diagonal

#include "kernel.h"

KB_DATA double A[KB_MAX_N + 1], B[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(A, 0.001, 0.002);
  KB_FILL(B, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double b = 1;
  KB_LOOP
  for (KB_INT k = 1; k <= n; ++k)
    b += A[k] * B[k];
  B[0] = b;
}
