// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/quarter_round
// tags: latency,memory
// about: add, xor, rotate over four words of an array, in memory

#include "kernel.h"

#define ROTATE(X, N) ((X) << (N) | (X) >> (32 - (N)))

KB_DATA uint32_t state[4], out[KB_MAX_N];
KB_DATA uint32_t *given_s;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(state, 1, 4e9);
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[1] ^= ROTATE(s[0] + s[3], 7);
    to[i] = s[1];
    s[2] ^= ROTATE(s[1] + s[0], 9);
    s[3] ^= ROTATE(s[2] + s[1], 13);
    s[0] ^= ROTATE(s[3] + s[2], 18);
  }
}
