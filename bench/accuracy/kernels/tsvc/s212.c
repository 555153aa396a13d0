// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s212
// tags: ports,memory
// about: a[i] = 0.5 * a[i] + c[i]; b[i] = a[i+1] * d[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = 0.5 * a[i] + c[i];
    b[i] = a[i + 1] * d[i];
  }
}
