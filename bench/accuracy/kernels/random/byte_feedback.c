// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/byte_feedback
// tags: latency,memory
// about: out[i] = box[in[i] ^ out[i-1]]: a chain of bytes through a table

#include "kernel.h"

KB_DATA uint8_t box[256], in[KB_MAX_N + 1], out[KB_MAX_N + 1];
KB_DATA uint8_t *given_to;
KB_DATA uint8_t *given_from;

void kernel_init(void) {
  for (int i = 0; i < 256; ++i)
    box[i] = (uint8_t)(i * 29 + 17);
  KB_FILL(in, 0, 256);
  given_to = out;
  given_from = in;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to, *from = given_from;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    to[i] = box[from[i] ^ to[i - 1]];
}
