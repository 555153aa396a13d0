// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/fir4
// tags: ports,memory
// about: y[i] = sum of h[j] * x[i+j], 4 taps in registers

#include "kernel.h"

KB_DATA float x[KB_MAX_N + 3], y[KB_MAX_N], h[4];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(h, 0.1, 0.3);
}

KB_KERNEL void kernel(KB_INT n) {
  const float h0 = h[0], h1 = h[1], h2 = h[2], h3 = h[3];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = h0 * x[i] + h1 * x[i + 1] + h2 * x[i + 2] + h3 * x[i + 3];
}
