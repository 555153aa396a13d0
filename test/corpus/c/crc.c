// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cyclic redundancy check by table, by bits, and the table itself.
#include <stddef.h>
#include <stdint.h>

uint32_t crc_table(const uint32_t table[256], const uint8_t *p, size_t n) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < n; i++)
    c = table[(c ^ p[i]) & 0xff] ^ c >> 8;
  return ~c;
}

uint32_t crc_bits(uint32_t c, int bits) {
  for (int k = 0; k < bits; k++)
    c = c >> 1 ^ (0xedb88320u & -(c & 1));
  return c;
}

void crc_make(uint32_t table[256]) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    table[i] = c;
  }
}
