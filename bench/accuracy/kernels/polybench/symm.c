// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/symm
// tags: latency,memory
// about: C[k] += s * A[k]; t += B[k] * A[k]

#include "kernel.h"

KB_DATA double A[KB_MAX_N], B[KB_MAX_N], C[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(B, 0.5, 1.5);
  KB_FILL(C, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const double s = 0.001 * B[0];
  double t = 0;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    C[k] += s * A[k];
    t += B[k] * A[k];
  }
  kb_sink_f64 = t;
}
