// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/time_warping
// tags: latency,memory
// about: cost[j] = d[j] + min(cost[j-1], above[j], above[j-1]); gain beside it

#include "kernel.h"

KB_DATA double cost[KB_MAX_N + 1], above[KB_MAX_N + 1], d[KB_MAX_N + 1];
KB_DATA double gain[KB_MAX_N + 1];
KB_DATA double *given_c;
KB_DATA double *given_g;

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    above[j] = j + 4;
    d[j] = 0.25 * (j % 4);
  }
  given_c = cost;
  given_g = gain;
}

KB_KERNEL void kernel(KB_INT n) {
  double *c = given_c, *g = given_g;
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    double best = above[j] < above[j - 1] ? above[j] : above[j - 1];
    best = c[j - 1] < best ? c[j - 1] : best;
    c[j] = best + d[j];
    g[j] = above[j] - d[j] + 8;
  }
}
