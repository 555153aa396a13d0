// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/gray
// tags: ports,memory
// about: 8-bit gray from interleaved red, green and blue

#include "kernel.h"

KB_DATA uint8_t rgb[3 * KB_MAX_N], gray[KB_MAX_N];

void kernel_init(void) { KB_FILL(rgb, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    gray[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] +
                         29 * rgb[3 * i + 2]) >>
                        8);
}
