// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k21_matrix_product
// tags: ports,memory
// about: px[j] += v * cx[j] over 4 factors

#include "kernel.h"

KB_DATA float px[KB_MAX_N], cx[4][KB_MAX_N], v[4];

void kernel_init(void) {
  KB_FILL(px, 0.5, 1.5);
  KB_FILL_ROWS(cx, 0.5, 1.5);
  KB_FILL(v, 0.001, 0.002);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int k = 0; k < 4; ++k) {
    const float s = v[k];
    KB_LOOP
    for (KB_INT j = 0; j < n; ++j)
      px[j] += s * cx[k][j];
  }
}
