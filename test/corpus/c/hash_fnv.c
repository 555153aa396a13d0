// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte-at-a-time hashes: xor-multiply, multiply-add and rotate-add.
#include <stddef.h>
#include <stdint.h>

uint64_t hash_fnv(const uint8_t *p, size_t n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++)
    h = (h ^ p[i]) * 0x100000001b3u;
  return h;
}

uint32_t hash_times31(const char *s) {
  uint32_t h = 0;
  while (*s)
    h = h * 31 + (uint8_t)*s++;
  return h;
}

uint32_t hash_rotate(const uint8_t *p, size_t n) {
  uint32_t h = 0;
  for (size_t i = 0; i < n; i++)
    h = (h << 5 | h >> 27) + p[i];
  return h;
}

uint32_t two_sums(const uint8_t *p, size_t n) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n; i++) {
    a += p[i];
    b += a;
  }
  return (b % 65521) << 16 | a % 65521;
}
