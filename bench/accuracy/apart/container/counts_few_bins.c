// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/counts_few_bins
// tags: memory,latency
// about: byte counters of four bins: most increments hit the one of the trip before

#include "kernel.h"

KB_DATA uint8_t key[KB_MAX_N], count[4];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    key[k] = (uint8_t)(k / 5 & 3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    ++count[key[i]];
}
