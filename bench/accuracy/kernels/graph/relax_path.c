// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/relax_path
// tags: latency,memory
// about: shortest paths along a path of edges, predecessors beside distances

#include "kernel.h"

KB_DATA int32_t distance[KB_MAX_N + 1], before[KB_MAX_N + 1];
KB_DATA int32_t from[KB_MAX_N], to[KB_MAX_N], weight[KB_MAX_N];

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i) {
    from[i] = i;
    to[i] = i + 1;
    weight[i] = 1 + i % 4;
    distance[i + 1] = 100000;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *d = distance, *p = before;
  KB_HIDE(d);
  KB_HIDE(p);
  KB_LOOP
  for (KB_INT e = 0; e < n; ++e) {
    const int32_t through = d[from[e]] + weight[e], known = d[to[e]];
    d[to[e]] = through < known ? through : known;
    p[to[e]] = from[e];
  }
}
