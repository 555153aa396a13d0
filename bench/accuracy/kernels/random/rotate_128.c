// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/rotate_128
// tags: latency,memory
// about: two words of 64 bits: xor, rotate, shift; their sum is written

#include "kernel.h"

KB_DATA uint64_t state[2], out[KB_MAX_N];
KB_DATA uint64_t *given_s;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  KB_FILL(state, 1, 4e9);
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t x = s[0], y = s[1] ^ x;
    s[0] = (x << 24 | x >> 40) ^ y ^ y << 16;
    s[1] = y << 37 | y >> 27;
    to[i] = x + y;
  }
}
