// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/fdtd_2d
// tags: ports,memory
// about: ey[j] = c * ey[j] - 0.5 * (hz[j] - hu[j]) over 3 rows

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA double ey[3][KB_MAX_N], hz[4][KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(ey, 0.5, 1.5);
  KB_FILL_ROWS(hz, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 0; r < 3; ++r) {
    KB_LOOP
    for (KB_INT j = 0; j < n; ++j)
      ey[r][j] = 0.9 * ey[r][j] + 1 - 0.5 * (hz[r + 1][j] - hz[r][j]);
  }
}
