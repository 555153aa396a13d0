// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/newton_reciprocal
// tags: latency
// about: x = x * (2 - d[i] * x), one step per d[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) { KB_FILL(d, 0.9, 1.1); }

KB_KERNEL void kernel(KB_INT n) {
  double x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x = x * (2 - d[i] * x);
    a[i] = x;
  }
}
