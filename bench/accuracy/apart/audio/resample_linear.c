// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/resample_linear
// tags: ports,memory
// about: a phase accumulator picks two neighbours, interpolation in integers

#include "kernel.h"

KB_DATA int16_t x[KB_MAX_N + KB_MAX_N / 4 + 4];
KB_DATA int16_t y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -30000, 30000);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t phase = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t at = phase >> 16;
    const int frac = (int)(phase & 65535) >> 2;
    y[i] = (int16_t)(x[at] + ((x[at + 1] - x[at]) * frac >> 14));
    phase += 81000;
  }
}
