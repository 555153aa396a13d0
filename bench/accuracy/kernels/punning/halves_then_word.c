// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/halves_then_word
// tags: latency,memory
// about: two 32-bit halves are stored, the 64-bit word is loaded

#include "kernel.h"

union word {
  uint64_t all;
  uint32_t half[2];
};

KB_DATA union word word;
KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  volatile union word *w = &word;
  KB_HIDE(w);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t all = w->all;
    w->half[0] = (uint32_t)(all >> 32) + x[i];
    w->half[1] = (uint32_t)all;
  }
}
