// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/feedback_register_u16
// tags: latency,memory
// about: a shift register of 16 bits in memory, a byte out a trip

#include "kernel.h"

KB_DATA uint16_t state[1];
KB_DATA uint8_t out[KB_MAX_N];
KB_DATA uint16_t *given_s;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  state[0] = 0xace1;
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint16_t *s = given_s;
  uint8_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *s = (uint16_t)(*s >> 1 ^ (-(*s & 1) & 0xb400));
    to[i] = (uint8_t)*s;
  }
}
