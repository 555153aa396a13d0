// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/seidel_norm
// tags: latency,memory
// about: Gauss-Seidel in one dimension, the sum of changes behind a pointer

#include "kernel.h"

KB_DATA double norm;
KB_DATA double u[KB_MAX_N + 2], f[KB_MAX_N];
KB_DATA double *given_x;
KB_DATA double *given_s;

void kernel_init(void) {
  KB_FILL(u, 0.5, 1.5);
  KB_FILL(f, 0.1, 0.2);
  given_x = u;
  given_s = &norm;
}

KB_KERNEL void kernel(KB_INT n) {
  double *x = given_x;
  double *s = given_s;
  *s = 0.5;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double old = x[i + 1];
    x[i + 1] = 0.45 * (x[i] + x[i + 2]) + f[i];
    *s += __builtin_fabs(x[i + 1] - old);
  }
}
