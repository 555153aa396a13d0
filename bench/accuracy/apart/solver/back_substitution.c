// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/back_substitution
// tags: latency,memory
// about: x[k] = d[k] - c[k] x[k+1] downwards, a residual written as well

#include "kernel.h"

KB_DATA double c[KB_MAX_N], d[KB_MAX_N], sol[KB_MAX_N + 1], res[KB_MAX_N];
KB_DATA double *given_x;
KB_DATA double *given_r;

void kernel_init(void) {
  KB_FILL(c, -0.6, 0.6);
  KB_FILL(d, 0.5, 1.5);
  given_x = sol;
  given_r = res;
}

KB_KERNEL void kernel(KB_INT n) {
  double *x = given_x;
  double *r = given_r;
  x[n] = 1.0;
  KB_LOOP
  for (KB_INT i = n - 1; i >= 0; --i) {
    x[i] = d[i] - c[i] * x[i + 1];
    r[i] = d[i] - x[i];
  }
}
