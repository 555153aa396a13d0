// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/row_3d
// tags: ports,memory
// about: 7-point stencil along one row of a volume

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double c[KB_MAX_N + 2], n0[KB_MAX_N + 2], s0[KB_MAX_N + 2],
    e0[KB_MAX_N + 2], w0[KB_MAX_N + 2], out[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(n0, 0.5, 1.5);
  KB_FILL(s0, 0.5, 1.5);
  KB_FILL(e0, 0.5, 1.5);
  KB_FILL(w0, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    out[i] = 0.4 * c[i] +
             0.1 * (c[i - 1] + c[i + 1] + n0[i] + s0[i] + e0[i] + w0[i]);
}
