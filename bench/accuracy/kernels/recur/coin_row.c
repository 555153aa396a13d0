// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/coin_row
// tags: latency,memory
// about: ways[w] += ways[w-5] mod 2^32, in place

#include "kernel.h"

KB_DATA uint32_t ways[KB_MAX_N + 5];

void kernel_init(void) { KB_FILL(ways, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT w = 5; w < n + 5; ++w)
    ways[w] += ways[w - 5];
}
