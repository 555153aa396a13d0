// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/box_nine
// tags: ports,memory
// about: nine point mean of a two dimensional float field, six rows

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA float u[8][KB_MAX_N + 2], v[6][KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL_ROWS(u, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  for (int r = 0; r < 6; ++r) {
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      v[r][i] = (u[r][i] + u[r][i + 1] + u[r][i + 2] + u[r + 1][i] + u[r + 1][i + 1] + u[r + 1][i + 2] + u[r + 2][i] +
                 u[r + 2][i + 1] + u[r + 2][i + 2]) *
                0.111f;
  }
}
