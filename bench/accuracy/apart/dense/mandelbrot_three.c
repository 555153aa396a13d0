// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/mandelbrot_three
// tags: ports
// about: three iterations of z^2 + c for each of n points, magnitude written

#include "kernel.h"

KB_DATA float cr[KB_MAX_N], ci[KB_MAX_N], size[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(cr, -0.6, 0.3);
  KB_FILL(ci, -0.5, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = cr[i], y = ci[i];
    const float x1 = x * x - y * y + x, y1 = 2.0f * x * y + y;
    const float x2 = x1 * x1 - y1 * y1 + x, y2 = 2.0f * x1 * y1 + y;
    const float x3 = x2 * x2 - y2 * y2 + x, y3 = 2.0f * x2 * y2 + y;
    size[i] = x3 * x3 + y3 * y3;
  }
}
