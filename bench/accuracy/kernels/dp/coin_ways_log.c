// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/coin_ways_log
// tags: latency,memory
// about: ways[w] += ways[w-2] mod 2^32 in place, sums also written elsewhere

#include "kernel.h"

KB_DATA uint32_t ways[KB_MAX_N + 2], second[KB_MAX_N + 2];
KB_DATA uint32_t *given_to;
KB_DATA uint32_t *given_also;

void kernel_init(void) {
  KB_FILL(ways, 0, 1000);
  given_to = ways;
  given_also = second;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *to = given_to, *also = given_also;
  KB_LOOP
  for (KB_INT w = 2; w < n + 2; ++w) {
    to[w] += to[w - 2];
    also[w] = to[w];
  }
}
