// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/rational
// tags: divider,ports
// about: a[i] = (c0 + x (c1 + x c2)) / (1 + x (d1 + x d2))

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = b[i];
    a[i] = (0.9 + x * (0.4 + x * 0.3)) / (1 + x * (0.2 + x * 0.1));
  }
}
