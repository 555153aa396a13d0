// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/edge_flips
// tags: latency,memory
// about: word[node / 64] ^= bit of the node: several nodes in each word

#include "kernel.h"

KB_DATA uint64_t word[8];
KB_DATA uint32_t node[KB_MAX_N];
KB_DATA uint64_t *given_w;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    node[i] = 64 * (i % 2) + i % 61;
  given_w = word;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *w = given_w;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    w[node[i] / 64] ^= (uint64_t)1 << node[i] % 64;
}
