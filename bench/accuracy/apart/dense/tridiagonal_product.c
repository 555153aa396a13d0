// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/tridiagonal_product
// tags: ports,memory
// about: y = three diagonals times x, in double

#define KB_MAX_N 350
#include "kernel.h"

KB_DATA double lo[KB_MAX_N], di[KB_MAX_N], up[KB_MAX_N], x[KB_MAX_N + 2], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(lo, -1.0, 1.0);
  KB_FILL(di, -1.0, 1.0);
  KB_FILL(up, -1.0, 1.0);
  KB_FILL(x, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = lo[i] * x[i] + di[i] * x[i + 1] + up[i] * x[i + 2];
}
