// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/over_rgba
// tags: ports,memory
// about: premultiplied source over destination in bytes, division by 255 by shifts

#include "kernel.h"

struct rgba {
  uint8_t r, g, b, a;
};
KB_DATA struct rgba src[KB_MAX_N], dst[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    src[k] = (struct rgba){(uint8_t)(k % 90), (uint8_t)(k % 70), (uint8_t)(k % 50), (uint8_t)(100 + k % 150)};
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned t = 255u - src[i].a;
    const unsigned r = dst[i].r * t + 128, g = dst[i].g * t + 128;
    const unsigned b = dst[i].b * t + 128, a = dst[i].a * t + 128;
    dst[i].r = (uint8_t)(src[i].r + ((r + (r >> 8)) >> 8));
    dst[i].g = (uint8_t)(src[i].g + ((g + (g >> 8)) >> 8));
    dst[i].b = (uint8_t)(src[i].b + ((b + (b >> 8)) >> 8));
    dst[i].a = (uint8_t)(src[i].a + ((a + (a >> 8)) >> 8));
  }
}
