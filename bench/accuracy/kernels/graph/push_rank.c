// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/push_rank
// tags: latency,memory
// about: next[to[e]] += share[e], three edges in a row to each node

#include "kernel.h"

KB_DATA double next[KB_MAX_N], share[KB_MAX_N];
KB_DATA int32_t to[KB_MAX_N];
KB_DATA double *given_y;

void kernel_init(void) {
  KB_FILL(share, 0.5, 1.5);
  for (int e = 0; e < KB_MAX_N; ++e)
    to[e] = e / 3;
  given_y = next;
}

KB_KERNEL void kernel(KB_INT n) {
  double *y = given_y;
  KB_LOOP
  for (KB_INT e = 0; e < n; ++e)
    y[to[e]] = 0.5 * y[to[e]] + share[e];
}
