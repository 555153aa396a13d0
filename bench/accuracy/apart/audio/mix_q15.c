// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/mix_q15
// tags: ports,memory
// about: saturate((a * ga + b * gb) >> 15) in 16 bits

#include "kernel.h"

KB_DATA int16_t a[KB_MAX_N], b[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -32768, 32768);
  KB_FILL(b, -32768, 32768);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    int v = (a[i] * 20000 + b[i] * 24000) >> 15;
    v = v < -32768 ? -32768 : v;
    v = v > 32767 ? 32767 : v;
    y[i] = (int16_t)v;
  }
}
