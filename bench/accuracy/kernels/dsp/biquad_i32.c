// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/biquad_i32
// tags: latency
// about: a biquad in fixed point with 14 fraction bits

#include "kernel.h"

KB_DATA int32_t x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, -1000, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  int32_t y1 = 0, y2 = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t v = (3000 * x[i] + 8000 * y1 - 4000 * y2) >> 14;
    y2 = y1;
    y1 = v;
    y[i] = v;
  }
}
