// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic modulo a prime and over two-element polynomials.
#include <stddef.h>
#include <stdint.h>

uint64_t field_poly(const uint32_t *c, uint64_t x, size_t n) {
  const uint64_t p = 0x1fffffffffffffffu;
  uint64_t r = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned __int128 m = (unsigned __int128)r * x + c[i];
    r = ((uint64_t)m & p) + (uint64_t)(m >> 61);
    r = r >= p ? r - p : r;
  }
  return r;
}

uint64_t carryless(uint32_t a, uint32_t b) {
  uint64_t r = 0;
  for (int k = 0; k < 32; k++)
    r ^= (uint64_t)a << k & -(uint64_t)(b >> k & 1);
  return r;
}

void mul_two(uint8_t *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = (uint8_t)(a[i] << 1 ^ (a[i] & 0x80 ? 0x1d : 0));
}
