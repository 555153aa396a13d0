// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/yuv_to_rgb
// tags: ports,frontend
// about: red, green and blue from luma and chroma, saturated

#define KB_MAX_N 400
#include "kernel.h"

KB_DATA uint8_t y[KB_MAX_N], u[KB_MAX_N], v[KB_MAX_N], r[KB_MAX_N], g[KB_MAX_N],
    b[KB_MAX_N];
// Nothing saturates, so that branches are predicted.

void kernel_init(void) {
  KB_FILL(y, 80, 160);
  KB_FILL(u, 108, 148);
  KB_FILL(v, 108, 148);
}
static inline uint8_t saturate(int32_t x) {
  x = x < 0 ? 0 : x;
  return (uint8_t)(x > 255 ? 255 : x);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t l = 298 * (y[i] - 16), p = u[i] - 128, q = v[i] - 128;
    r[i] = saturate((l + 409 * q + 128) >> 8);
    g[i] = saturate((l - 100 * p - 208 * q + 128) >> 8);
    b[i] = saturate((l + 516 * p + 128) >> 8);
  }
}
