// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/degrees
// tags: memory,latency
// about: ++degree[u[e]], ++degree[v[e]]: a star, all edges end at node 3

#include "kernel.h"

KB_DATA uint32_t degree[64];
KB_DATA int32_t u[KB_MAX_N], v[KB_MAX_N];
KB_DATA uint32_t *given_d;

void kernel_init(void) {
  for (int e = 0; e < KB_MAX_N; ++e) {
    u[e] = 8 + e % 32;
    v[e] = 3;
  }
  given_d = degree;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *d = given_d;
  KB_LOOP
  for (KB_INT e = 0; e < n; ++e) {
    ++d[u[e]];
    ++d[v[e]];
  }
}
