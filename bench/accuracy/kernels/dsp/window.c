// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/window
// tags: ports,memory
// about: y[i] = x[i] * w[i], 16-bit samples into single precision

#include "kernel.h"

KB_DATA float y[KB_MAX_N], w[KB_MAX_N];
KB_DATA int16_t x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(w, 0.1, 1);
  KB_FILL(x, -30000, 30000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = (float)x[i] * w[i];
}
