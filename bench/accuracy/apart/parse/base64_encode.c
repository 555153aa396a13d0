// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/base64_encode
// tags: ports,memory
// about: three bytes to four letters of a table

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA uint8_t bytes[3 * KB_MAX_N];
KB_DATA char letter[64], text[4 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(bytes, 0, 256);
  for (int k = 0; k < 64; ++k)
    letter[k] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[k];
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned v = (unsigned)bytes[3 * i] << 16 | (unsigned)bytes[3 * i + 1] << 8 | bytes[3 * i + 2];
    text[4 * i] = letter[v >> 18];
    text[4 * i + 1] = letter[v >> 12 & 63];
    text[4 * i + 2] = letter[v >> 6 & 63];
    text[4 * i + 3] = letter[v & 63];
  }
}
