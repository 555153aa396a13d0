// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/depth_from_parent
// tags: latency,memory
// about: depth[i] = depth[parent[i]] + 1, the parent one or two before

#include "kernel.h"

KB_DATA int32_t depth[KB_MAX_N + 2], parent[KB_MAX_N + 2];
KB_DATA int32_t *given_d;

void kernel_init(void) {
  for (int i = 2; i < KB_MAX_N + 2; ++i)
    parent[i] = i - 1 - (i % 4 == 0);
  given_d = depth;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *d = given_d;
  KB_LOOP
  for (KB_INT i = 2; i < n + 2; ++i)
    d[i] = d[parent[i]] + 1;
}
