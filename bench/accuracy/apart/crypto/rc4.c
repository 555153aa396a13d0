// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/rc4
// tags: latency,memory
// about: RC4: permutation and both indices in one struct of bytes

#include "kernel.h"

struct rc4 {
  uint8_t x, y, s[256];
};
KB_DATA struct rc4 rc4;
KB_DATA uint8_t plain[KB_MAX_N], cipher[KB_MAX_N];
KB_DATA struct rc4 *given_r;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(plain, 0, 256);
  for (int k = 0; k < 256; ++k)
    rc4.s[k] = (uint8_t)(k * 167 + 13);
  given_r = &rc4;
  given_out = cipher;
}

KB_KERNEL void kernel(KB_INT n) {
  struct rc4 *r = given_r;
  uint8_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    r->x = (uint8_t)(r->x + 1);
    const uint8_t a = r->s[r->x];
    r->y = (uint8_t)(r->y + a);
    const uint8_t b = r->s[r->y];
    r->s[r->x] = b;
    r->s[r->y] = a;
    out[i] = plain[i] ^ r->s[(uint8_t)(a + b)];
  }
}
