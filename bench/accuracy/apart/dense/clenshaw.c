// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/clenshaw
// tags: latency
// about: Chebyshev series in float by Clenshaw: two values back in registers

#include "kernel.h"

KB_DATA float c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(c, -0.5, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  float b1 = 0, b2 = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float t = c[i] + 0.7f * b1 - b2;
    b2 = b1;
    b1 = t;
  }
  kb_sink_f32 = b1 - b2;
}
