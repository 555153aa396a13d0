// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colour conversion in integers: luma/chroma to RGB, and RGB to grey.
#include <stddef.h>
#include <stdint.h>

static uint8_t byte(int v) { return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v); }

void yuv_to_rgb(uint8_t *restrict rgb, const uint8_t *restrict y,
                const uint8_t *restrict u, const uint8_t *restrict v,
                size_t n) {
  for (size_t i = 0; i < n; i++) {
    int l = 298 * (y[i] - 16) + 128, d = u[i] - 128, e = v[i] - 128;
    rgb[3 * i] = byte((l + 409 * e) >> 8);
    rgb[3 * i + 1] = byte((l - 100 * d - 208 * e) >> 8);
    rgb[3 * i + 2] = byte((l + 516 * d) >> 8);
  }
}

void rgb_to_grey(uint8_t *restrict g, const uint8_t *restrict rgb, size_t n) {
  for (size_t i = 0; i < n; i++)
    g[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] +
                      29 * rgb[3 * i + 2]) >>
                     8);
}
