// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/life_row
// tags: ports,memory
// about: one row of Conway's game of life in bytes

#include "kernel.h"

KB_DATA uint8_t a[3][KB_MAX_N + 2], b[KB_MAX_N + 2];

void kernel_init(void) { KB_FILL_ROWS(a, 0, 2); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int s = a[0][i - 1] + a[0][i] + a[0][i + 1] + a[1][i - 1] +
                  a[1][i + 1] + a[2][i - 1] + a[2][i] + a[2][i + 1];
    b[i] = (uint8_t)((s == 3) | ((s == 2) & a[1][i]));
  }
}
