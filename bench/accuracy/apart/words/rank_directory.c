// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/rank_directory
// tags: latency,ports
// about: number of bits before each word, population count by masks and a product

#include "kernel.h"

KB_DATA uint64_t bits[KB_MAX_N];
KB_DATA uint32_t before[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(bits, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t rank = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t v = bits[i];
    v -= v >> 1 & 0x5555555555555555;
    v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
    before[i] = rank;
    rank += (uint32_t)(v * 0x0101010101010101 >> 56);
  }
}
