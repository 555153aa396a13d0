// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/relaxation_residual
// tags: latency,memory
// about: u[i] = (u[i-1] + u[i+1] + f[i]) / 3 in place; r[i] = the change

#include "kernel.h"

KB_DATA double u[KB_MAX_N + 2], r[KB_MAX_N + 2], f[KB_MAX_N + 2];
KB_DATA double *given_to;
KB_DATA double *given_change;

void kernel_init(void) {
  KB_FILL(u, 0.5, 1.5);
  KB_FILL(f, 0.5, 1.5);
  given_to = u;
  given_change = r;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *change = given_change;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const double v = (to[i - 1] + to[i + 1] + f[i]) * (1.0 / 3);
    change[i] = v - to[i] + 8;
    to[i] = v;
  }
}
