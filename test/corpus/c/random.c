// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pseudo-random sequences and a Monte Carlo count.
#include <stddef.h>
#include <stdint.h>

uint64_t lcg_skip(uint64_t s, size_t n) {
  for (size_t i = 0; i < n; i++)
    s = s * 6364136223846793005u + 1442695040888963407u;
  return s;
}

void xorshift_fill(uint64_t *restrict out, uint64_t s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    out[i] = s;
  }
}

size_t quarter_circle(uint32_t s, size_t n) {
  size_t in = 0;
  for (size_t i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    float x = (float)(s >> 8) * 0x1p-24f;
    s = s * 1664525u + 1013904223u;
    float y = (float)(s >> 8) * 0x1p-24f;
    in += x * x + y * y < 1.0f;
  }
  return in;
}
