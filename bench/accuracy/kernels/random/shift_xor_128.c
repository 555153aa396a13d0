// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/shift_xor_128
// tags: latency,memory
// about: four words of 32 bits handed on in memory

#include "kernel.h"

KB_DATA uint32_t state[4], out[KB_MAX_N];

void kernel_init(void) { KB_FILL(state, 1, 4e9); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *s = state, *to = out;
  KB_HIDE(s);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t t = s[3] ^ s[3] << 11, last = s[0];
    s[3] = s[2];
    s[2] = s[1];
    s[1] = last;
    s[0] = t ^ t >> 8 ^ last ^ last >> 19;
    to[i] = s[0];
  }
}
