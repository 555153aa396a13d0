// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/match_distance1
// tags: latency,memory
// about: a decompressor copies a match of distance 1, byte by byte

#include "kernel.h"

KB_DATA uint8_t out[KB_MAX_N + 1];
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  out[0] = 7;
  given_to = out + 1;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to;
  const uint8_t *from = to - 1;
  KB_HIDE(from);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = from[i];
}
