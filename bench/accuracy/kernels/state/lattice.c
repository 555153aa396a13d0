// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/lattice
// tags: latency,memory
// about: a two-stage lattice filter, its delays in an array

#include "kernel.h"

KB_DATA double delay[3];
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA double *given_g;
KB_DATA double *given_to;

void kernel_init(void) {
  delay[0] = delay[1] = delay[2] = 1;
  KB_FILL(x, 0.5, 1.5);
  given_g = delay;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  double *g = given_g, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double f1 = x[i] - 0.25 * g[1], f0 = f1 - 0.5 * g[0];
    g[1] = g[0] + 0.5 * f0;
    g[0] = f0;
    to[i] = f0;
  }
}
