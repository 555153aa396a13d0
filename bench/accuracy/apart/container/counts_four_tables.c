// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/counts_four_tables
// tags: memory,ports
// about: 16 bit counters, four tables taken in turn against conflicts

#include "kernel.h"

KB_DATA uint8_t key[4 * KB_MAX_N];
KB_DATA uint16_t count[4][128];

void kernel_init(void) {
  KB_FILL(key, 0, 128);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    ++count[0][key[4 * i]];
    ++count[1][key[4 * i + 1]];
    ++count[2][key[4 * i + 2]];
    ++count[3][key[4 * i + 3]];
  }
}
