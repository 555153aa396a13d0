// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/trisolv
// tags: latency,memory
// about: x[i] = (b[i] - l[i] * x[i-1]) / d[i]

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 1], b[KB_MAX_N + 1], l[KB_MAX_N + 1],
    d[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(b, 1.5, 2.5);
  KB_FILL(l, 0.1, 0.3);
  KB_FILL(d, 1, 2);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    x[i] = (b[i] - l[i] * x[i - 1]) / d[i];
}
