// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/logistic
// tags: latency
// about: x = r * x * (1 - x), stored at each step

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double x = 0.3;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x = 3.6 * x * (1 - x);
    a[i] = x;
  }
}
