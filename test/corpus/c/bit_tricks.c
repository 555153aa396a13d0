// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit reversal, byte swap, interleave, leading zeros, parity.
#include <stddef.h>
#include <stdint.h>

void swap_bytes(uint32_t *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = __builtin_bswap32(a[i]);
}

uint32_t reverse_bits(uint32_t x) {
  uint32_t r = 0;
  for (int k = 0; k < 32; k++) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  return r;
}

void spread16(uint32_t *restrict out, const uint16_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t x = in[i];
    x = (x | x << 8) & 0x00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0fu;
    x = (x | x << 2) & 0x33333333u;
    out[i] = (x | x << 1) & 0x55555555u;
  }
}

void log2_floor(uint8_t *restrict out, const uint32_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (uint8_t)(31 - __builtin_clz(in[i] | 1));
}
