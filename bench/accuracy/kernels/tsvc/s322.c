// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s322
// tags: latency,memory
// about: a[i] = e[i] + b[i] * a[i-1] + c[i] * a[i-2]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2], b[KB_MAX_N + 2], c[KB_MAX_N + 2],
    e[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.1, 0.4);
  KB_FILL(c, 0.1, 0.4);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 2; i < n + 2; ++i)
    a[i] = e[i] + b[i] * a[i - 1] + c[i] * a[i - 2];
}
