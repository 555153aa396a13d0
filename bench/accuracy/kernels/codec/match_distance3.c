// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/match_distance3
// tags: latency,memory
// about: the same at distance 3

#include "kernel.h"

KB_DATA uint8_t out[KB_MAX_N + 3];
KB_DATA uint8_t *given_to;
KB_DATA const uint8_t *given_from;

void kernel_init(void) {
  KB_FILL(out, 0, 256);
  given_to = out + 3;
  given_from = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to;
  const uint8_t *from = given_from;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = from[i];
}
