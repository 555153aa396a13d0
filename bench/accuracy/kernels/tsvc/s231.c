// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s231
// tags: ports,memory
// about: a[r][i] = a[r-1][i] / 2 + b[r][i], recurrence over rows

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA double a[5][KB_MAX_N], b[4][KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(a, 0.5, 1.5);
  KB_FILL_ROWS(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int r = 1; r < 5; ++r) {
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      a[r][i] = 0.5 * a[r - 1][i] + b[r - 1][i];
  }
}
