// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/gesummv
// tags: latency,ports
// about: t += A[j] * x[j]; y += B[j] * x[j]

#include "kernel.h"

KB_DATA double A[KB_MAX_N], B[KB_MAX_N], x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(B, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double t = 0, y = 0;
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j) {
    t += A[j] * x[j];
    y += B[j] * x[j];
  }
  kb_sink_f64 = 1.5 * t + 1.2 * y;
}
