// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k11_first_sum
// tags: latency,memory
// about: x[k] = x[k-1] + y[k], pointers that may overlap

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 1], y[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = x, *from = y;
  KB_HIDE(to);
  KB_HIDE(from);
  KB_LOOP
  for (KB_INT k = 1; k <= n; ++k)
    to[k] = to[k - 1] + from[k];
}
