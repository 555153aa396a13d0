// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/transpose_strip
// tags: memory,ports
// about: rows of eight written as columns: strided stores

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA float in[8][KB_MAX_N], out[KB_MAX_N][8];

void kernel_init(void) {
  KB_FILL_ROWS(in, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  for (int r = 0; r < 8; ++r) {
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      out[i][r] = in[r][i];
  }
}
