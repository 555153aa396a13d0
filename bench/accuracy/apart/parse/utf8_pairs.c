// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/utf8_pairs
// tags: ports,memory
// about: two byte UTF-8 sequences to 16 bit characters

#include "kernel.h"

KB_DATA uint8_t text[2 * KB_MAX_N];
KB_DATA uint16_t wide[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k) {
    text[2 * k] = (uint8_t)(0xc2 + k % 30);
    text[2 * k + 1] = (uint8_t)(0x80 + k % 64);
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    wide[i] = (uint16_t)((text[2 * i] & 31) << 6 | (text[2 * i + 1] & 63));
}
