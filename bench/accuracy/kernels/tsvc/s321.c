// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s321
// tags: latency,memory
// about: a[i] = b[i] + c[i] * a[i-1]

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.1, 0.6);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = b[i] + c[i] * a[i - 1];
}
