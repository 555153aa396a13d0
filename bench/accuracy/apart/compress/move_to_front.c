// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/move_to_front
// tags: latency,memory
// about: eight symbols packed in a word in memory, the one at a rank moved to the front

#include "kernel.h"

KB_DATA uint64_t packed;
KB_DATA uint8_t rank[KB_MAX_N], symbols[KB_MAX_N];
KB_DATA uint64_t *given_list;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(rank, 0, 8);
  given_list = &packed;
  given_out = symbols;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *list = given_list;
  uint8_t *out = given_out;
  *list = 0x0706050403020100;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned shift = 8 * rank[i];
    const uint64_t symbol = *list >> shift & 255;
    const uint64_t mask = (UINT64_C(0x100) << shift) - 1;
    *list = (*list & ~mask) | ((*list << 8 | symbol) & mask);
    out[i] = (uint8_t)symbol;
  }
}
