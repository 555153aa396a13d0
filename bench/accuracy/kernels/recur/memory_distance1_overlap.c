// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_distance1_overlap
// tags: latency,memory
// about: a[i] = a[i-1] * b + c[i], pointers that may overlap

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], c[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double *x = a, *y = c;
  KB_HIDE(x);
  KB_HIDE(y);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    x[i] = x[i - 1] * 0.5 + y[i];
}
