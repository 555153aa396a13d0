// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/prefix_xor_u16
// tags: latency,memory
// about: s[i] ^= rotated s[i-1] in 16 bits; a mask beside it

#include "kernel.h"

KB_DATA uint16_t s[KB_MAX_N + 1], mask[KB_MAX_N + 1];
KB_DATA uint16_t *given_to;
KB_DATA uint16_t *given_second;

void kernel_init(void) {
  KB_FILL(s, 0, 65536);
  given_to = s;
  given_second = mask;
}

KB_KERNEL void kernel(KB_INT n) {
  uint16_t *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = (uint16_t)(to[i] ^ (to[i - 1] << 3 | to[i - 1] >> 13));
    second[i] = (uint16_t)(i & 255);
  }
}
