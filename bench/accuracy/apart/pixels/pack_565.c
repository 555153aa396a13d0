// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/pack_565
// tags: ports,memory
// about: interleaved 24 bit colour to 16 bits

#include "kernel.h"

KB_DATA uint8_t rgb[3 * KB_MAX_N];
KB_DATA uint16_t packed[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(rgb, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    packed[i] = (uint16_t)((rgb[3 * i] >> 3) << 11 | (rgb[3 * i + 1] >> 2) << 5 | rgb[3 * i + 2] >> 3);
}
