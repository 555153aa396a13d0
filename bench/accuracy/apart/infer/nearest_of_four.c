// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/nearest_of_four
// tags: ports
// about: k-means: nearest of four centres in two dimensions, index as a byte

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];
KB_DATA uint8_t label[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.8, 1.2);
  KB_FILL(y, -1.2, -0.8);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float px = x[i] - 1.0f, mx = x[i] + 1.0f, py = y[i] - 1.0f, my = y[i] + 1.0f;
    const float d0 = px * px + py * py, d1 = mx * mx + py * py;
    const float d2 = mx * mx + my * my, d3 = px * px + my * my;
    const uint8_t a = d1 < d0, b = (uint8_t)(2 + (d3 < d2));
    const float da = d1 < d0 ? d1 : d0, db = d3 < d2 ? d3 : d2;
    label[i] = db < da ? b : a;
  }
}
