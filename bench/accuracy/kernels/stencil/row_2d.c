// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/row_2d
// tags: ports,memory
// about: 5-point stencil along one row, restrict pointers

#include "kernel.h"

KB_DATA double up[KB_MAX_N + 2], mid[KB_MAX_N + 2], down[KB_MAX_N + 2],
    out[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(up, 0.5, 1.5);
  KB_FILL(mid, 0.5, 1.5);
  KB_FILL(down, 0.5, 1.5);
}
static inline void row(double *restrict to, const double *restrict u,
                       const double *restrict m, const double *restrict d,
                       KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    to[i] = 0.25 * (u[i] + d[i] + m[i - 1] + m[i + 1]) - m[i];
}

KB_KERNEL void kernel(KB_INT n) { row(out, up, mid, down, n); }
