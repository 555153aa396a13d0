// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/interpolate
// tags: ports,memory
// about: linear interpolation in a table of 64 intervals

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N], table[65];

void kernel_init(void) {
  KB_FILL(x, 0, 63.9);
  KB_FILL(table, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t k = (int32_t)x[i];
    const float t = x[i] - (float)k;
    y[i] = table[k] + (t + 0.001f) * (table[k + 1] - table[k]);
  }
}
