// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/envelope
// tags: latency
// about: e = max(|x[i]|, decay * e)

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -1.5, 1.5);
  x[0] = 1.5f;
}

KB_KERNEL void kernel(KB_INT n) {
  float e = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float a = __builtin_fabsf(x[i]), b = 0.95f * e;
    e = a > b ? a : b;
    y[i] = e;
  }
}
