// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting and moving bits.
#include <stddef.h>
#include <stdint.h>

uint64_t popcount_words(const uint64_t *a, size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += (uint64_t)__builtin_popcountll(a[i]);
  return s;
}

int popcount_clear(uint64_t x) {
  int c = 0;
  for (; x; x &= x - 1)
    c++;
  return c;
}

uint64_t hamming(const uint64_t *restrict a, const uint64_t *restrict b,
                 size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t x = a[i] ^ b[i];
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    s += x * 0x0101010101010101u >> 56;
  }
  return s;
}

size_t list_bits(uint32_t *restrict out, uint64_t x) {
  size_t k = 0;
  for (; x; x &= x - 1)
    out[k++] = (uint32_t)__builtin_ctzll(x);
  return k;
}
