// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s273
// tags: ports,branch
// about: two updates of a, and b where a is negative: select

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = 0.5 * a[i] + d[i] * c[i];
    b[i] = t > 0 ? 0.5 * b[i] + d[i] : b[i];
    a[i] = t;
  }
}
