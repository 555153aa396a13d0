// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/twister
// tags: latency,memory
// about: Mersenne-like recurrence at distances 7 and 24, tempered numbers written

#include "kernel.h"

KB_DATA uint32_t state[KB_MAX_N + 24], numbers[KB_MAX_N];
KB_DATA uint32_t *given_s;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(state, 0, 4294967295.0);
  given_s = state;
  given_out = numbers;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *s = given_s;
  uint32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t y = (s[i] & 0x80000000) | (s[i + 1] & 0x7fffffff);
    uint32_t t = s[i + 17] ^ y >> 1 ^ (-(y & 1) & 0x9908b0df);
    s[i + 24] = t;
    t ^= t >> 11;
    t ^= t << 7 & 0x9d2c5680;
    out[i] = t ^ t >> 18;
  }
}
