// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/lfsr
// tags: latency
// about: a shift register of 32 bits with 4 taps, one bit per trip

#include "kernel.h"

KB_DATA uint8_t out[KB_MAX_N];

void kernel_init(void) { KB_FILL(out, 0, 2); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t x = 0xace1u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t bit = (x ^ x >> 10 ^ x >> 30 ^ x >> 31) & 1;
    x = x >> 1 | bit << 31;
    out[i] = (uint8_t)bit;
  }
}
