// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/list_rank
// tags: latency,memory
// about: rank[next[i]] = rank[i] + 1, the list in order of memory

#include "kernel.h"

KB_DATA uint64_t rank[KB_MAX_N + 1];
KB_DATA uint32_t next[KB_MAX_N + 1];
KB_DATA uint64_t *given_r;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    next[i] = i + 1;
  given_r = rank;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *r = given_r;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    r[next[i]] = r[i] + 1;
}
