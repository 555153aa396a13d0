// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k06_linear_recurrence
// tags: latency
// about: w = 0.01 + sum of b[k] * w[m-k]

#include "kernel.h"

KB_DATA double b[KB_MAX_N + 1], w[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(b, 0.001, 0.002);
  KB_FILL(w, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0.01;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    s += b[k] * w[n - k];
  w[0] = s;
}
