// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s1213
// tags: latency,memory
// about: a[i] = b[i-1] + c[i]; b[i] = 0.5 * a[i+1] * d[i]

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 2], b[KB_MAX_N + 2], c[KB_MAX_N + 2],
    d[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    a[i] = b[i - 1] + c[i];
    b[i] = 0.5f * a[i + 1] * d[i];
  }
}
