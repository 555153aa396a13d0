// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradient magnitude of a grey image with 3x3 kernels.
#include <stdint.h>

void sobel(uint8_t *restrict out, const uint8_t *restrict in, int w, int h) {
  for (int y = 1; y < h - 1; y++) {
    const uint8_t *u = in + (y - 1) * w, *m = u + w, *d = m + w;
    for (int x = 1; x < w - 1; x++) {
      int gx = (u[x + 1] - u[x - 1]) + 2 * (m[x + 1] - m[x - 1]) +
               (d[x + 1] - d[x - 1]);
      int gy =
          (d[x - 1] - u[x - 1]) + 2 * (d[x] - u[x]) + (d[x + 1] - u[x + 1]);
      int g = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[y * w + x] = (uint8_t)(g > 255 ? 255 : g);
    }
  }
}

void box3(uint16_t *restrict out, const uint8_t *restrict in, int n) {
  for (int x = 1; x < n - 1; x++)
    out[x] = (uint16_t)(in[x - 1] + in[x] + in[x + 1]);
}
