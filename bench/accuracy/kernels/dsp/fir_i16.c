// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/fir_i16
// tags: ports
// about: y[i] = (sum of h[j] * x[i+j]) >> 15, 4 taps of 16 bits

#include "kernel.h"

KB_DATA int16_t x[KB_MAX_N + 3], y[KB_MAX_N], h[4];

void kernel_init(void) {
  KB_FILL(x, -1000, 1000);
  KB_FILL(h, -8000, 8000);
}

KB_KERNEL void kernel(KB_INT n) {
  const int32_t h0 = h[0], h1 = h[1], h2 = h[2], h3 = h[3];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t s = h0 * x[i] + h1 * x[i + 1] + h2 * x[i + 2] + h3 * x[i + 3];
    y[i] = (int16_t)(s >> 15);
  }
}
