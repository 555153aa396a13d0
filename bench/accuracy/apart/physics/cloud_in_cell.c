// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/cloud_in_cell
// tags: memory,latency
// about: charge of particles spread over two grid cells each

#include "kernel.h"

KB_DATA float x[KB_MAX_N], grid[64];

void kernel_init(void) {
  KB_FILL(x, 0.0, 62.9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int c = (int)x[i];
    const float f = x[i] - (float)c;
    grid[c] = 0.99f * grid[c] + (1.0f - f);
    grid[c + 1] += 0.01f * f;
  }
}
