// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/iir1
// tags: latency
// about: y = a * x[i] + b * y

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float s = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s = 0.3f * x[i] + 0.7f * s;
    y[i] = s;
  }
}
