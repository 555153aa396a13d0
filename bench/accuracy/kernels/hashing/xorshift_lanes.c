// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/xorshift_lanes
// tags: ports
// about: one xorshift step for each of n generators

#include "kernel.h"

KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 1, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t y = x[i];
    y ^= y << 13;
    y ^= y >> 17;
    y ^= y << 5;
    x[i] = y;
  }
}
