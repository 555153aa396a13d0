// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/relax_path_f64
// tags: latency,memory
// about: the widest path, in double, capacities beside

#include "kernel.h"

KB_DATA double width[KB_MAX_N + 1], rest[KB_MAX_N + 1], capacity[KB_MAX_N];
KB_DATA int32_t from[KB_MAX_N], to[KB_MAX_N];
KB_DATA double *given_w;
KB_DATA double *given_r;

void kernel_init(void) {
  width[0] = 1000;
  for (int i = 0; i < KB_MAX_N; ++i) {
    from[i] = i;
    to[i] = i + 1;
    capacity[i] = 1000 - i;
  }
  given_w = width;
  given_r = rest;
}

KB_KERNEL void kernel(KB_INT n) {
  double *w = given_w, *r = given_r;
  KB_LOOP
  for (KB_INT e = 0; e < n; ++e) {
    const double along = w[from[e]];
    w[to[e]] = along < capacity[e] ? along : capacity[e];
    r[to[e]] = capacity[e] - 1;
  }
}
