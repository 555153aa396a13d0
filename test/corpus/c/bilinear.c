// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bilinear sampling along a row, and linear resampling in fixed point.
#include <stddef.h>
#include <stdint.h>

void bilinear_row(float *restrict out, const float *restrict img, int w,
                  float x, float y, float dx, int n) {
  for (int i = 0; i < n; i++) {
    float sx = x + (float)i * dx;
    int ix = (int)sx, iy = (int)y;
    float fx = sx - (float)ix, fy = y - (float)iy;
    const float *p = img + iy * w + ix;
    float top = p[0] + fx * (p[1] - p[0]);
    float bottom = p[w] + fx * (p[w + 1] - p[w]);
    out[i] = top + fy * (bottom - top);
  }
}

void resample(uint8_t *restrict out, const uint8_t *restrict in, uint32_t step,
              size_t n) {
  uint32_t at = 0;
  for (size_t i = 0; i < n; i++, at += step) {
    uint32_t k = at >> 16, f = at >> 8 & 255;
    out[i] = (uint8_t)((in[k] * (256 - f) + in[k + 1] * f) >> 8);
  }
}
