// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Word-at-a-time mixing by multiply, rotate and shift-xor.
#include <stddef.h>
#include <stdint.h>

static uint32_t rotl(uint32_t x, int k) { return x << k | x >> (32 - k); }

uint32_t mix_words(const uint32_t *p, size_t n, uint32_t h) {
  for (size_t i = 0; i < n; i++) {
    uint32_t k = rotl(p[i] * 0x9e3779b1u, 15) * 0x6b43a9b5u;
    h = rotl(h ^ k, 13) * 5 + 0x7f4a7c15u;
  }
  return h;
}

void mix_each(uint64_t *a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t x = a[i];
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xa3c59ac2f1e3b2d5u;
    a[i] = x ^ x >> 32;
  }
}

uint64_t fold_wide(const uint64_t *p, size_t n) {
  uint64_t h = 1;
  for (size_t i = 0; i < n; i++) {
    unsigned __int128 m = (unsigned __int128)(h ^ p[i]) * 0x9e3779b97f4a7c15u;
    h = (uint64_t)m ^ (uint64_t)(m >> 64);
  }
  return h;
}
