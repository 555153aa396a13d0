// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/match_blocks
// tags: latency,memory
// about: 16 bytes at a time at a distance of 32 that is read from memory

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA uint8_t out[16 * KB_MAX_N + 32];
KB_DATA size_t distance;

void kernel_init(void) {
  KB_FILL(out, 0, 256);
  distance = 32;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = out + 32;
  KB_HIDE(to);
  const uint8_t *from = to - distance;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    __builtin_memcpy(to + 16 * i, from + 16 * i, 16);
}
