// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three bytes to four symbols by table, and a variable-length integer.
#include <stddef.h>
#include <stdint.h>

void encode_groups(char *restrict out, const uint8_t *restrict in,
                   const char table[restrict 64], size_t groups) {
  for (size_t g = 0; g < groups; g++, in += 3, out += 4) {
    uint32_t v = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
    out[0] = table[v >> 18];
    out[1] = table[v >> 12 & 63];
    out[2] = table[v >> 6 & 63];
    out[3] = table[v & 63];
  }
}

uint64_t read_varint(const uint8_t *p) {
  uint64_t v = 0;
  int shift = 0;
  while (*p & 0x80) {
    v |= (uint64_t)(*p++ & 0x7f) << shift;
    shift = (shift + 7) & 63;
  }
  return v | (uint64_t)*p << shift;
}

void translate(uint8_t *a, const uint8_t table[restrict 256], size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = table[a[i]];
}
