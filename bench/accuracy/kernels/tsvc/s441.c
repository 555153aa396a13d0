// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s441
// tags: ports,branch
// about: a = a / 2 + (d < 0 ? b * c : d == 0 ? b * b : c * c)

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  for (int k = 0; k < KB_MAX_N; k += 2)
    d[k] = -d[k];
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = d[i] < 0    ? b[i] * c[i]
                    : d[i] == 0 ? b[i] * b[i]
                                : c[i] * c[i];
    a[i] = 0.5f * a[i] + x;
  }
}
