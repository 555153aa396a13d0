// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/normal_tail
// tags: ports,divider
// about: polynomial of degree five in 1 / (1 + k x) by Horner

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.0, 4.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double k = 1.0 / (1.0 + 0.2316419 * x[i]);
    y[i] = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  }
}
