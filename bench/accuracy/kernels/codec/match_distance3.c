// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/match_distance3
// tags: latency,memory
// about: the same at distance 3, which is read from memory

#include "kernel.h"

KB_DATA uint8_t out[KB_MAX_N + 3];
KB_DATA size_t distance;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(out, 0, 256);
  distance = 3;
  given_to = out + 3;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to;
  const uint8_t *from = to - distance;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = from[i];
}
