// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/crc32_table
// tags: latency,memory
// about: crc = table[(crc ^ s[i]) & 255] ^ crc >> 8

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];
KB_DATA uint32_t table[256];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  for (uint32_t k = 0; k < 256; ++k) {
    uint32_t c = k;
    for (int bit = 0; bit < 8; ++bit)
      c = c >> 1 ^ (0xedb88320u & (0u - (c & 1)));
    table[k] = c;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t crc = ~0u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    crc = table[(crc ^ s[i]) & 255] ^ crc >> 8;
  kb_sink_u64 = ~crc;
}
