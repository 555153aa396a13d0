// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k20_discrete_ordinates
// tags: divider,latency
// about: x = (a[k] + x * b[k]) / (c[k] + x)

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 1;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    s = (a[k] + s * b[k]) / (c[k] + s);
    x[k] = s;
  }
}
