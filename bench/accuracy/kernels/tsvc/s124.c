// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s124
// tags: ports,branch
// about: a[i] = (b > 0 ? b : c) + d * e, signs alternate

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N], e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  KB_FILL(e, 0.5, 1.5);
  for (int k = 0; k < KB_MAX_N; k += 2)
    b[k] = -b[k];
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = (b[i] > 0 ? b[i] : c[i]) + d[i] * e[i];
}
