// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/time_warp
// tags: latency,memory
// about: dynamic time warping row in place in double, cell costs written too

#include "kernel.h"

KB_DATA double row[KB_MAX_N + 1], x[KB_MAX_N], cost[KB_MAX_N];
KB_DATA double *given_d;
KB_DATA double *given_c;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(row, 1.0, 2.0);
  given_d = row;
  given_c = cost;
}

KB_KERNEL void kernel(KB_INT n) {
  double *d = given_d;
  double *c = given_c;
  double diag = d[0];
  d[0] = 3.0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double up = d[i + 1];
    double least = diag < up ? diag : up;
    least = least < d[i] ? least : d[i];
    c[i] = __builtin_fabs(x[i] - 1.0);
    d[i + 1] = c[i] + 0.5 * least;
    diag = up;
  }
}
