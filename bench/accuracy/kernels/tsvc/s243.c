// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s243
// tags: ports,memory
// about: a = b + c d; b = a + d e; a = b + a[i+1] d

#define KB_MAX_N 384
#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N],
    e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.1, 0.5);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = 0.5 * b[i] + c[i] * d[i];
    b[i] = a[i] + d[i] * e[i];
    a[i] = b[i] + a[i + 1] * d[i];
  }
}
