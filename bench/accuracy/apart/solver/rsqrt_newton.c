// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/rsqrt_newton
// tags: ports
// about: two Newton steps towards 1 / sqrt(x) from a linear guess

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.7, 1.4);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    double r = 1.5 - 0.5 * x[i];
    r *= 1.5 - 0.5 * x[i] * r * r;
    r *= 1.5 - 0.5 * x[i] * r * r;
    y[i] = r;
  }
}
