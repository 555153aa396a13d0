// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/three_point
// tags: ports,memory
// about: b[i] = w0 a[i-1] + w1 a[i] + w2 a[i+1]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2], b[KB_MAX_N + 2], w[3];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(w, 0.1, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const double w0 = w[0], w1 = w[1], w2 = w[2];
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    b[i] = w0 * a[i - 1] + w1 * a[i] + w2 * a[i + 1];
}
