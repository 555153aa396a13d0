// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/gray_planar
// tags: ports,memory
// about: 8-bit gray from three planes

#include "kernel.h"

KB_DATA uint8_t r[KB_MAX_N], g[KB_MAX_N], b[KB_MAX_N], gray[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(r, 0, 256);
  KB_FILL(g, 0, 256);
  KB_FILL(b, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    gray[i] = (uint8_t)((77 * r[i] + 150 * g[i] + 29 * b[i]) >> 8);
}
