// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/decoder_state
// tags: latency,memory
// about: the state of an automaton in a byte in memory; text is copied

#include "kernel.h"

KB_DATA uint8_t state[1], next[16][16], class_of[256];
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint8_t *given_s;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < 256; ++i) {
    next[i / 16][i % 16] = (uint8_t)((i / 16 * 3 + i % 16) & 15);
    class_of[i] = (uint8_t)(i >> 4);
  }
  KB_FILL(in, 0, 256);
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *s = next[*s & 15][class_of[in[i]]];
    to[i] = in[i];
  }
}
