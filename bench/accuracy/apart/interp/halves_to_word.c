// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/halves_to_word
// tags: memory,latency
// about: two 32 bit stores, then one 64 bit load of both

#include "kernel.h"

union word {
  uint64_t whole;
  uint32_t half[2];
};
KB_DATA union word word;
KB_DATA uint32_t x[KB_MAX_N];
KB_DATA uint64_t y[KB_MAX_N];
KB_DATA volatile union word *given_w;

void kernel_init(void) {
  KB_FILL(x, 0, 4294967295.0);
  given_w = &word;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile union word *w = given_w;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w->half[0] = x[i];
    w->half[1] = x[i] >> 7;
    y[i] = w->whole;
  }
}
