// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/ludcmp
// tags: latency
// about: w -= A[k] * x[k], x read backwards

#include "kernel.h"

KB_DATA double A[KB_MAX_N], x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double w = 3000.7;
  KB_LOOP
  for (KB_INT k = n - 1; k >= 0; --k)
    w -= A[k] * x[k];
  kb_sink_f64 = w;
}
