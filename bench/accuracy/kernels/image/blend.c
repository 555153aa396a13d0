// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/blend
// tags: ports
// about: d = (a * alpha + b * (255 - alpha) + 128) / 256

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N], alpha[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
  KB_FILL(b, 0, 256);
  KB_FILL(alpha, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = (uint8_t)((a[i] * alpha[i] + b[i] * (255 - alpha[i]) + 128) >> 8);
}
