// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/givens_rows
// tags: ports,memory
// about: two rows rotated into each other through restrict pointers

#include "kernel.h"

KB_DATA double p[KB_MAX_N], q[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(p, -1.0, 1.0);
  KB_FILL(q, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  double *restrict a = p, *restrict b = q;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double u = a[i], v = b[i];
    a[i] = 0.8 * u + 0.6 * v;
    b[i] = 0.8 * v - 0.6 * u;
  }
}
