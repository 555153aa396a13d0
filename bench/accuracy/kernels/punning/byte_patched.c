// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/byte_patched
// tags: latency,memory
// about: a byte of a 32-bit word is stored, then the word is loaded

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
    w->byte[1] = (uint8_t)(w->all + x[i]);
}
