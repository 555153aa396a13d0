// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/sliding_words
// tags: latency,memory
// about: 8 bytes are loaded 3 bytes behind the 8 bytes stored last

#include "kernel.h"

KB_DATA uint8_t out[3 * KB_MAX_N + 16];
KB_DATA uint64_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = out;
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t word;
    __builtin_memcpy(&word, to + 3 * i, 8);
    word += x[i];
    __builtin_memcpy(to + 3 * i + 3, &word, 8);
  }
}
