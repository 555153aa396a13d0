// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/knapsack_row
// tags: ports,memory
// about: best[w] = max(old[w], old[w-7] + v)

#include "kernel.h"

KB_DATA int32_t old[KB_MAX_N + 7], best[KB_MAX_N + 7];

void kernel_init(void) { KB_FILL(old, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT w = 7; w < n + 7; ++w) {
    const int32_t with = old[w - 7] + 31;
    best[w] = with > old[w] ? with : old[w];
  }
}
