// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/rotate_256
// tags: latency,memory
// about: four words of 64 bits, each changed in memory step by step

#include "kernel.h"

KB_DATA uint64_t state[4], out[KB_MAX_N];
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
    to[i] = s[0] + s[3];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
  }
}
