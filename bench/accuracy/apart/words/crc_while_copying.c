// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/crc_while_copying
// tags: latency,memory
// about: table driven CRC-32 in memory, bytes copied through a pointer

#include "kernel.h"

KB_DATA uint32_t table[256], register_;
KB_DATA uint8_t in[KB_MAX_N], copy[KB_MAX_N];
KB_DATA uint32_t *given_crc;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  for (uint32_t k = 0; k < 256; ++k) {
    uint32_t c = k;
    for (int b = 0; b < 8; ++b)
      c = c >> 1 ^ (-(c & 1) & 0xedb88320);
    table[k] = c;
  }
  KB_FILL(in, 0, 256);
  given_crc = &register_;
  given_out = copy;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *crc = given_crc;
  uint8_t *out = given_out;
  *crc = UINT32_MAX;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    out[i] = in[i];
    *crc = *crc >> 8 ^ table[(*crc ^ in[i]) & 255];
  }
}
