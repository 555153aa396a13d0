// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/match_words_far
// tags: latency,memory
// about: 8 bytes at a time at a distance of 24 that is read from memory

#include "kernel.h"

KB_DATA uint8_t out[8 * KB_MAX_N + 24];
KB_DATA size_t distance;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(out, 0, 256);
  distance = 24;
  given_to = out + 24;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to;
  const uint8_t *from = to - distance;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    __builtin_memcpy(to + 8 * i, from + 8 * i, 8);
}
