// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/chained_sbox
// tags: latency,memory
// about: c[i+1] = sbox[p[i] ^ c[i]]: chaining through a byte table and through memory

#include "kernel.h"

KB_DATA uint8_t sbox[256], plain[KB_MAX_N], cipher[KB_MAX_N + 1];
KB_DATA uint8_t *given_c;
KB_DATA const uint8_t *given_table;
KB_DATA const uint8_t *given_p;

void kernel_init(void) {
  for (int k = 0; k < 256; ++k)
    sbox[k] = (uint8_t)(k * 151 + 71);
  KB_FILL(plain, 0, 256);
  given_c = cipher;
  given_table = sbox;
  given_p = plain;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *c = given_c;
  const uint8_t *table = given_table;
  const uint8_t *p = given_p;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    c[i + 1] = table[p[i] ^ c[i]];
}
