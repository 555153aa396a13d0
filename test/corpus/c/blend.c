// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blending of pixels: one opacity for all, one per pixel, and packed.
#include <stddef.h>
#include <stdint.h>

void blend_const(uint8_t *restrict d, const uint8_t *restrict s, uint8_t alpha,
                 size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (uint8_t)((s[i] * alpha + d[i] * (255 - alpha) + 128) >> 8);
}

void blend_rgba(uint8_t *restrict d, const uint8_t *restrict s, size_t n) {
  for (size_t i = 0; i < 4 * n; i += 4) {
    unsigned a = s[i + 3], b = 255 - a;
    d[i] = (uint8_t)((s[i] * a + d[i] * b) / 255);
    d[i + 1] = (uint8_t)((s[i + 1] * a + d[i + 1] * b) / 255);
    d[i + 2] = (uint8_t)((s[i + 2] * a + d[i + 2] * b) / 255);
    d[i + 3] = 255;
  }
}

void average_packed(uint32_t *restrict d, const uint32_t *restrict s,
                    size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = (d[i] & s[i]) + (((d[i] ^ s[i]) & 0xfefefefeu) >> 1);
}
