// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/match_bytes
// tags: memory,latency
// about: overlapping match copied bytewise, the distance in memory

#include "kernel.h"

struct match {
  KB_INT distance;
};
KB_DATA struct match match;
KB_DATA uint8_t window[KB_MAX_N + 16];
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  match.distance = 3;
  KB_FILL(window, 0, 256);
  given_to = window;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to;
  const KB_INT distance = match.distance;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i + distance] = to[i];
}
