// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes to bytes: upper case, hexadecimal digits, widening.
#include <stddef.h>
#include <stdint.h>

void upper(char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] >= 'a' && s[i] <= 'z')
      s[i] = (char)(s[i] - 32);
}

void to_hex(char *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint8_t hi = in[i] >> 4, lo = in[i] & 15;
    out[2 * i] = (char)(hi < 10 ? '0' + hi : 'a' - 10 + hi);
    out[2 * i + 1] = (char)(lo < 10 ? '0' + lo : 'a' - 10 + lo);
  }
}

void widen(uint16_t *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = in[i];
}
