// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/exponential_smoothing
// tags: latency
// about: y = y + k * (x[i] - y)

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double s = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s = s + 0.125 * (x[i] - s);
    y[i] = s;
  }
}
