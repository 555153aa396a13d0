// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k09_integrate_predictors
// tags: ports,memory
// about: p[0] = a weighted sum of p[2..9], records of 10

#define KB_MAX_N 200
#include "kernel.h"

KB_DATA double p[KB_MAX_N][10];

void kernel_init(void) { KB_FILL_ROWS(p, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    p[i][0] = 0.1 * p[i][9] + 0.2 * p[i][8] + 0.3 * p[i][7] + 0.4 * p[i][6] +
              0.5 * p[i][5] + 0.6 * p[i][4] + 0.7 * p[i][3] + p[i][2];
}
