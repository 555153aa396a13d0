// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/coo_symmetric
// tags: memory,latency
// about: y[row] += v x[col] and y[col] += v x[row] for the entries of a symmetric matrix

#include "kernel.h"

KB_DATA uint8_t row[KB_MAX_N], col[KB_MAX_N];
KB_DATA double v[KB_MAX_N], x[64], y[64];
KB_DATA double *given_to;

void kernel_init(void) {
  KB_FILL(row, 0, 64);
  KB_FILL(col, 0, 64);
  KB_FILL(v, -0.5, 0.5);
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
  given_to = y;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    to[row[i]] += v[i] * x[col[i]];
    to[col[i]] += v[i] * x[row[i]];
  }
}
