// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/biquad_transposed
// tags: latency
// about: transposed form II: y = b0 x + s1, then both states

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float s1 = 1, s2 = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float v = 0.2f * x[i] + s1;
    s1 = 0.4f * x[i] + 0.5f * v + s2;
    s2 = 0.2f * x[i] - 0.25f * v;
    y[i] = v;
  }
}
