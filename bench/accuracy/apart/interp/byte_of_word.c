// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/byte_of_word
// tags: memory,latency
// about: a 64 bit total in memory whose third byte is read back after each addition

#include "kernel.h"

union word {
  uint64_t whole;
  uint8_t byte[8];
};
KB_DATA union word word;
KB_DATA uint64_t x[KB_MAX_N];
KB_DATA uint8_t y[KB_MAX_N];
KB_DATA union word *given_w;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(x, 0, 1e9);
  given_w = &word;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  union word *w = given_w;
  uint8_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w->whole += x[i];
    out[i] = w->byte[2];
  }
}
