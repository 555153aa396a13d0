// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/prefix_code
// tags: latency,memory
// about: table decoder: symbol and length from eight bits, the bits rotated in memory

#include "kernel.h"

KB_DATA uint64_t window;
KB_DATA uint16_t table[256];
KB_DATA uint8_t symbols[KB_MAX_N];
KB_DATA uint64_t *given_bits;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  for (int k = 0; k < 256; ++k)
    table[k] = (uint16_t)((k * 37 & 255) << 8 | (1 + (k & 7)));
  given_bits = &window;
  given_out = symbols;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *bits = given_bits;
  uint8_t *out = given_out;
  *bits = 0x0123456789abcdef;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned entry = table[*bits & 255], length = entry & 15;
    out[i] = (uint8_t)(entry >> 8);
    *bits = *bits >> length | *bits << (64 - length);
  }
}
