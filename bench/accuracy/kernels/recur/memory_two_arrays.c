// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_two_arrays
// tags: latency,memory
// about: a[i] = b[i-1] * s + c[i]; b[i] = a[i] * t + c[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double *x = a, *y = b;
  KB_HIDE(x);
  KB_HIDE(y);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    x[i] = y[i - 1] * 0.5 + c[i];
    y[i] = x[i] * 0.25 + c[i];
  }
}
