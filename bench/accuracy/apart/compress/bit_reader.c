// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/bit_reader
// tags: latency,memory
// about: unaligned eight byte load at a bit position kept in memory, length from the bits

#include "kernel.h"
#include <string.h>

struct reader {
  uint32_t at;
};
KB_DATA struct reader reader;
KB_DATA uint8_t bytes[KB_MAX_N + 16], symbols[KB_MAX_N];
KB_DATA struct reader *given_r;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(bytes, 0, 256);
  given_r = &reader;
  given_out = symbols;
}

KB_KERNEL void kernel(KB_INT n) {
  struct reader *r = given_r;
  uint8_t *out = given_out;
  r->at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t window;
    memcpy(&window, bytes + (r->at >> 3), 8);
    window >>= r->at & 7;
    out[i] = (uint8_t)(window & 31);
    r->at += 5 + (uint32_t)(window & 3);
  }
}
