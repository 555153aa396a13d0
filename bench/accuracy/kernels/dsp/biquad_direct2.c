// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/biquad_direct2
// tags: latency
// about: w = x + a1 w1 + a2 w2; y = w + b1 w1 + b2 w2

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double w1 = 1, w2 = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double w = x[i] + 0.5 * w1 - 0.25 * w2;
    y[i] = w + 0.4 * w1 + 0.2 * w2;
    w2 = w1;
    w1 = w;
  }
}
