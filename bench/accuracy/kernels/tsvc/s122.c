// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s122
// tags: ports,memory
// about: a[i] = c[i] + b[m - k], k an induction variable

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[2 * KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_INT k = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    k += 2;
    a[i] = c[i] + b[2 * KB_MAX_N - k];
  }
}
