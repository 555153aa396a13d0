// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/error_diffusion
// tags: latency
// about: e = s[i] + e / 2; d = e > 127 ? 255 : 0; e -= d

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  int32_t e = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    e = s[i] + (e >> 1);
    const int32_t white = 0 - (e > 127);
    d[i] = (uint8_t)white;
    e -= white & 255;
  }
}
