// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s258
// tags: latency,ports,branch
// about: s = a > 0 ? d * d : s; b = s * c + d, signs alternate

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  for (int k = 1; k < KB_MAX_N; k += 2)
    a[k] = -a[k];
}

KB_KERNEL void kernel(KB_INT n) {
  float s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s = a[i] > 0 ? d[i] * d[i] : s;
    b[i] = s * c[i] + d[i];
  }
}
