// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/word_then_low_half
// tags: latency,memory
// about: the 64-bit word is stored, its low half is loaded

#include "kernel.h"

union word {
  uint64_t all;
  uint32_t half[2];
};

KB_DATA union word word;
KB_DATA uint64_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  volatile union word *w = &word;
  KB_HIDE(w);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    w->all = w->half[0] * 5ull + x[i];
}
