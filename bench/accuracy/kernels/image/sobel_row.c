// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/sobel_row
// tags: ports,memory,frontend
// about: |gx| + |gy| of a 3 by 3 neighbourhood, at most 255

#include "kernel.h"

KB_DATA uint8_t s[3][KB_MAX_N + 2], d[KB_MAX_N + 2];
// Nothing saturates, so that branches are predicted.

void kernel_init(void) { KB_FILL_ROWS(s, 0, 30); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int gx = s[0][i + 1] - s[0][i - 1] + 2 * (s[1][i + 1] - s[1][i - 1]) +
                   s[2][i + 1] - s[2][i - 1];
    const int gy = s[2][i - 1] - s[0][i - 1] + 2 * (s[2][i] - s[0][i]) +
                   s[2][i + 1] - s[0][i + 1];
    const int g = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
    d[i] = (uint8_t)(g > 255 ? 255 : g);
  }
}
