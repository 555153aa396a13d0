// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/heat_3d
// tags: ports,memory
// about: 7-point heat equation, one row

#define KB_MAX_N 240
#include "kernel.h"

KB_DATA double c[KB_MAX_N + 2], up[KB_MAX_N], down[KB_MAX_N], front[KB_MAX_N],
    back[KB_MAX_N], to[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(up, 0.5, 1.5);
  KB_FILL(down, 0.5, 1.5);
  KB_FILL(front, 0.5, 1.5);
  KB_FILL(back, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double m = c[i + 1];
    to[i] = 0.125 * (up[i] - 2 * m + down[i]) +
            0.125 * (front[i] - 2 * m + back[i]) +
            0.125 * (c[i] - 2 * m + c[i + 2]) + m;
  }
}
