// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/autokey
// tags: latency,memory
// about: out[i] = in[i] + out[i-1], bytes through pointers that may overlap

#include "kernel.h"

KB_DATA uint8_t in[KB_MAX_N + 1], out[KB_MAX_N + 1];
KB_DATA uint8_t *given_to;
KB_DATA uint8_t *given_from;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_to = out;
  given_from = in;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to, *from = given_from;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = (uint8_t)(from[i] + to[i - 1]);
    from[i] ^= 32;
  }
}
