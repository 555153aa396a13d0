// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/syr2k
// tags: ports,memory
// about: C[j] += A[j] * s + B[j] * t

#include "kernel.h"

KB_DATA float A[KB_MAX_N], B[KB_MAX_N], C[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(B, 0.5, 1.5);
  KB_FILL(C, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const float s = 0.01f * A[1], t = 0.01f * B[1];
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j)
    C[j] += A[j] * s + B[j] * t;
}
