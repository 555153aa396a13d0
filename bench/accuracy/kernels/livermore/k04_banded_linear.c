// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k04_banded_linear
// tags: latency
// about: t -= x[l + j] * y[5j], stride 5

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double x[KB_MAX_N + 6], y[5 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double t = 5000.3;
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j)
    t -= x[j + 6] * y[5 * j];
  x[5] = 0.0001 * t;
}
