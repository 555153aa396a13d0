// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/undo_left_rgb
// tags: latency,memory
// about: an image row of 3 bytes a pixel: row[i] += row[i-3], output apart

#include "kernel.h"

KB_DATA uint8_t in[KB_MAX_N + 3], row[KB_MAX_N + 3];
KB_DATA uint8_t *given_to;
KB_DATA uint8_t *given_from;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_to = row;
  given_from = in;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to, *from = given_from;
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i)
    to[i] = (uint8_t)(from[i] + to[i - 3]);
}
