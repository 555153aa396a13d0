// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/bytes_of_word
// tags: latency,memory
// about: a 64-bit state in an array of bytes, read and written by memcpy

#include "kernel.h"

KB_DATA uint8_t state[8], in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint8_t *given_s;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t word;
    __builtin_memcpy(&word, s, 8);
    word = (word ^ in[i]) * 0x100000001b3u;
    __builtin_memcpy(s, &word, 8);
    to[i] = (uint8_t)(word >> 32);
  }
}
