// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/nine_point_2d
// tags: ports,memory
// about: 9-point box along one row, single precision

#include "kernel.h"

KB_DATA float a[3][KB_MAX_N + 2], b[KB_MAX_N + 2];

void kernel_init(void) { KB_FILL_ROWS(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    b[i] = 0.1f * (a[0][i - 1] + a[0][i] + a[0][i + 1] + a[1][i - 1] + a[1][i] +
                   a[1][i + 1] + a[2][i - 1] + a[2][i] + a[2][i + 1]);
}
