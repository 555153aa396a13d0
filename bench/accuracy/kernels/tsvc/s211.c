// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s211
// tags: ports,memory
// about: a[i] = b[i-1] + c[i] * d[i]; b[i] = 0.5 * b[i+1] + e[i]

#define KB_MAX_N 384
#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2], b[KB_MAX_N + 2], c[KB_MAX_N + 2],
    d[KB_MAX_N + 2], e[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    a[i] = b[i - 1] + c[i] * d[i];
    b[i] = 0.5 * b[i + 1] + e[i];
  }
}
