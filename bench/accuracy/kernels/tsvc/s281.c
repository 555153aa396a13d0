// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s281
// tags: ports,memory
// about: x = 0.3 * a[m-i] + b[i] * c[i]; a[i] = x + 1; b[i] = x

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.1, 0.3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = 0.3 * a[KB_MAX_N - 1 - i] + b[i] * c[i];
    a[i] = x + 1;
    b[i] = x;
  }
}
