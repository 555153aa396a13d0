// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/deriche
// tags: latency
// about: y = a1 x[i] + a2 x[i-1] + b1 y[i-1] + b2 y[i-2]

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float x1 = 0, y1 = 0, y2 = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float t = 0.2f * x[i] + 0.1f * x1 + 0.9f * y1 - 0.2f * y2;
    x1 = x[i];
    y2 = y1;
    y1 = t;
    y[i] = t;
  }
}
