// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/optimal_parse
// tags: latency,memory
// about: cost[i] = min(cost[i-1] + 9, cost[i-len[i]] + 20); from[i] kept

#include "kernel.h"

KB_DATA int32_t cost[KB_MAX_N + 4], from[KB_MAX_N + 4], length[KB_MAX_N + 4];
KB_DATA int32_t *given_c;
KB_DATA int32_t *given_f;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N + 4; ++i)
    length[i] = 2 + i % 2;
  given_c = cost;
  given_f = from;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *c = given_c, *f = given_f;
  KB_LOOP
  for (KB_INT i = 4; i < n + 4; ++i) {
    const int32_t literal = c[i - 1] + 9, match = c[i - length[i]] + 20;
    c[i] = literal < match ? literal : match;
    f[i] = match - literal;
  }
}
