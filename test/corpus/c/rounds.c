// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds of add, rotate and xor on a small state; a byte-swap generator.
#include <stddef.h>
#include <stdint.h>

static uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

void mix_rounds(uint32_t s[4], int rounds) {
  uint32_t a = s[0], b = s[1], c = s[2], d = s[3];
  for (int i = 0; i < rounds; i++) {
    a += b;
    d = rotl(d ^ a, 16);
    c += d;
    b = rotl(b ^ c, 12);
  }
  s[0] = a, s[1] = b, s[2] = c, s[3] = d;
}

void permute_state(uint8_t s[restrict 256], const uint8_t *restrict key,
                   size_t len) {
  uint8_t j = 0;
  for (int i = 0; i < 256; i++) {
    uint8_t t = s[i];
    j = (uint8_t)(j + t + key[(size_t)i % len]);
    s[i] = s[j];
    s[j] = t;
  }
}

void xor_stream(uint8_t *restrict a, const uint8_t *restrict k, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] ^= k[i];
}
