// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/rans_decode
// tags: latency,memory
// about: range asymmetric numeral system, 16 equal symbols, state and place in a struct

#include "kernel.h"

struct rans {
  uint32_t state, at;
};
KB_DATA struct rans rans;
KB_DATA uint8_t symbol_of[256], freq[16], start[16];
KB_DATA uint16_t words[KB_MAX_N];
KB_DATA uint8_t text[KB_MAX_N];
KB_DATA struct rans *given_r;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  for (int k = 0; k < 256; ++k)
    symbol_of[k] = (uint8_t)(k >> 4);
  for (int k = 0; k < 16; ++k) {
    freq[k] = 16;
    start[k] = (uint8_t)(16 * k);
  }
  KB_FILL(words, 0, 65536);
  given_r = &rans;
  given_out = text;
}

KB_KERNEL void kernel(KB_INT n) {
  struct rans *r = given_r;
  uint8_t *out = given_out;
  r->state = 0x12345678;
  r->at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t slot = r->state & 255;
    const uint8_t s = symbol_of[slot];
    out[i] = s;
    const uint32_t x = freq[s] * (r->state >> 8) + slot - start[s];
    const uint32_t low = -(uint32_t)(x < 65536);
    r->state = (x << (low & 16)) | (words[r->at] & low);
    r->at -= low;
  }
}
