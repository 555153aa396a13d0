// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/downsample
// tags: ports,memory
// about: mean of 2 by 2 pixels

#include "kernel.h"

KB_DATA uint8_t a[2 * KB_MAX_N], b[2 * KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
  KB_FILL(b, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] =
        (uint8_t)((a[2 * i] + a[2 * i + 1] + b[2 * i] + b[2 * i + 1] + 2) >> 2);
}
