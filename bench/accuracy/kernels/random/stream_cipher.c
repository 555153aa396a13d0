// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/stream_cipher
// tags: latency,memory
// about: bytes of a permutation change places; both indices in memory

#include "kernel.h"

struct cipher {
  uint8_t i, j, box[256];
};

KB_DATA struct cipher cipher;
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct cipher *given_c;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < 256; ++i)
    cipher.box[i] = (uint8_t)(i * 7 + 3);
  KB_FILL(in, 0, 256);
  given_c = &cipher;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct cipher *c = given_c;
  uint8_t *to = given_to;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    const uint8_t x = c->box[++c->i];
    c->j = (uint8_t)(c->j + x);
    c->box[c->i] = c->box[c->j];
    c->box[c->j] = x;
    to[k] = in[k] ^ c->box[(uint8_t)(c->box[c->i] + x)];
  }
}
