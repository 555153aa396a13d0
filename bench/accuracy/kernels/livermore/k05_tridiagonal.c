// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k05_tridiagonal
// tags: latency,memory
// about: x[i] = z[i] * (y[i] - x[i-1])

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 1], y[KB_MAX_N + 1], z[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 1.5, 2.5);
  KB_FILL(z, 0.2, 0.6);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    x[i] = z[i] * (y[i] - x[i - 1]);
}
