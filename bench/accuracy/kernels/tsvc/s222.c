// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s222
// tags: latency,memory
// about: a += b * c; e[i] = (2 - e[i-1]) * e[i-1]; a -= b * c

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N + 1],
    e[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    a[i] = 0.5f * a[i] + b[i] * c[i];
    e[i] = (2 - e[i - 1]) * e[i - 1];
    a[i] = a[i] - 0.5f * b[i] * c[i];
  }
}
