// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s242
// tags: latency,memory
// about: a[i] = 0.5 * a[i-1] + s + t + b[i] + c[i] + d[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N + 1],
    d[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = 0.5 * a[i - 1] + 0.7 + 0.2 + b[i] + c[i] + d[i];
}
