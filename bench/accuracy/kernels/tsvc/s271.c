// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s271
// tags: ports,branch
// about: a[i] += b[i] > 0 ? b[i] * c[i] : 0, signs alternate

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.001, 0.002);
  for (int k = 1; k < KB_MAX_N; k += 2)
    b[k] = -b[k];
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] += b[i] > 0 ? b[i] * c[i] : 0;
}
