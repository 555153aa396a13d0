// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k10_difference_predictors
// tags: memory,latency,frontend
// about: a chain of 5 differences along one record of 8

#define KB_MAX_N 220
#include "kernel.h"

KB_DATA double p[KB_MAX_N][8], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(p, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    double *r = p[i];
    const double a = c[i], b = 2 * a - r[1];
    r[1] = a;
    const double d = b - 0.5 * r[2];
    r[2] = b;
    const double e = d - 0.5 * r[3];
    r[3] = d;
    const double f = e - 0.5 * r[4];
    r[4] = e;
    r[5] = f;
  }
}
