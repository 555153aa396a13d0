// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/point_in_polygon
// tags: ports,divider
// about: parity of the edges crossed by a ray, the crossing by a division

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 1], y[KB_MAX_N + 1];

void kernel_init(void) {
  for (int k = 0; k <= KB_MAX_N; ++k) {
    x[k] = k % 20;
    y[k] = (k % 9) + 0.01 * (k % 5);
  }
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t inside = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int straddles = (y[i] > 4.005) ^ (y[i + 1] > 4.005);
    const double at = x[i] + (x[i + 1] - x[i]) * (4.005 - y[i]) / (y[i + 1] - y[i]);
    inside ^= (uint64_t)(straddles & (at > 7.3));
  }
  kb_sink_u64 = inside;
}
