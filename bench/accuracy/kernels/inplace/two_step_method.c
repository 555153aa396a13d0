// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/two_step_method
// tags: latency,memory
// about: y[i+1] = y[i] + h (1.5 f[i] - 0.5 f[i-1]), f[i+1] = 1 - y[i+1]

#include "kernel.h"

KB_DATA double y[KB_MAX_N + 2], f[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(f, 0.1, 0.2);
}

KB_KERNEL void kernel(KB_INT n) {
  double *yy = y, *ff = f;
  KB_HIDE(yy);
  KB_HIDE(ff);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    yy[i + 1] = yy[i] + 0.125 * (1.5 * ff[i] - 0.5 * ff[i - 1]);
    ff[i + 1] = 2 - yy[i + 1];
  }
}
