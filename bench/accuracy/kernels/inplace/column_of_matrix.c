// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/column_of_matrix
// tags: latency,memory
// about: m[i][1] = 0.5 m[i-1][1] + v[i], rows of four, with a second column

#include "kernel.h"

KB_DATA float m[KB_MAX_N + 1][4], v[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(v, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float(*to)[4] = m, *from = v;
  KB_HIDE(to);
  KB_HIDE(from);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i][1] = 0.5f * to[i - 1][1] + from[i];
    to[i][3] = from[i];
  }
}
