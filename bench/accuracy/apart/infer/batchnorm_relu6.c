// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/batchnorm_relu6
// tags: ports,memory
// about: min(max(x s + t, 0), 6) with scale and shift for each channel

#include "kernel.h"

KB_DATA float x[KB_MAX_N], s[KB_MAX_N], t[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -4.0, 8.0);
  KB_FILL(s, 0.5, 1.5);
  KB_FILL(t, -0.5, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    float v = x[i] * s[i] + t[i];
    v = v > 0.0f ? v : 0.0f;
    y[i] = v < 6.0f ? v : 6.0f;
  }
}
