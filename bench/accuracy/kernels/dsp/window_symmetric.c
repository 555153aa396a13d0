// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/window_symmetric
// tags: ports,memory
// about: x[i] and x[m-i] scaled by the same w[i]

#include "kernel.h"

KB_DATA float x[2 * KB_MAX_N], y[2 * KB_MAX_N], w[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(w, 0.1, 1);
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    y[i] = x[i] * w[i];
    y[2 * KB_MAX_N - 1 - i] = x[2 * KB_MAX_N - 1 - i] * w[i];
  }
}
