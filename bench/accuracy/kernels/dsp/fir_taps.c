// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/fir_taps
// tags: latency
// about: y[j] = sum of h[i] * x[i+j], n taps, 2 results

#include "kernel.h"

KB_DATA float x[KB_MAX_N + 2], h[KB_MAX_N], y[2];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(h, 0.1, 0.3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int j = 0; j < 2; ++j) {
    float s = 0;
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      s += h[i] * x[i + j];
    y[j] = s;
  }
}
