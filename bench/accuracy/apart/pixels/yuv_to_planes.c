// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/yuv_to_planes
// tags: ports,memory
// about: fixed point YUV to three clamped byte planes

#include "kernel.h"

KB_DATA uint8_t y[KB_MAX_N], u[KB_MAX_N], v[KB_MAX_N], r[KB_MAX_N], g[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(y, 16, 236);
  KB_FILL(u, 16, 241);
  KB_FILL(v, 16, 241);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int c = 298 * (y[i] - 16) + 128, d = u[i] - 128, e = v[i] - 128;
    int p = (c + 409 * e) >> 8, q = (c - 100 * d - 208 * e) >> 8, s = (c + 516 * d) >> 8;
    p = p < 0 ? 0 : p;
    q = q < 0 ? 0 : q;
    s = s < 0 ? 0 : s;
    r[i] = (uint8_t)(p > 255 ? 255 : p);
    g[i] = (uint8_t)(q > 255 ? 255 : q);
    b[i] = (uint8_t)(s > 255 ? 255 : s);
  }
}
