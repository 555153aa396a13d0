// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/count_spread
// tags: memory,latency
// about: counters of 256 values in any order: two of them seldom meet

#include "kernel.h"

KB_DATA uint32_t count[256];
KB_DATA uint8_t key[KB_MAX_N];
KB_DATA uint32_t *given_c;

void kernel_init(void) {
  KB_FILL(key, 0, 256);
  given_c = count;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    ++c[key[i]];
}
