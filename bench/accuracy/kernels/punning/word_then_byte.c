// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/word_then_byte
// tags: latency,memory
// about: the 32-bit word is stored, its last byte is loaded

#include "kernel.h"

union word {
  uint32_t all;
  uint8_t byte[4];
};

KB_DATA union word word;
KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 4e9); }

KB_KERNEL void kernel(KB_INT n) {
  volatile union word *w = &word;
  KB_HIDE(w);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    w->all = w->byte[3] * 0x1010101u + x[i];
}
