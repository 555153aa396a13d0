// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/autocorrelation
// tags: latency
// about: r[lag] = sum of x[i] * x[i + lag], 3 lags

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 3], r[3];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int lag = 1; lag <= 3; ++lag) {
    double s = 0;
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      s += x[i] * x[i + lag];
    r[lag - 1] = s;
  }
}
