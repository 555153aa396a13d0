// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s241
// tags: ports,memory
// about: a[i] = b c d / 10 + 1; b[i] = a[i] a[i+1] d / 10

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 0.9);
  KB_FILL(d, 0.5, 0.9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = 0.1 * b[i] * c[i] * d[i] + 1;
    b[i] = 0.1 * a[i] * a[i + 1] * d[i];
  }
}
