// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/wave
// tags: ports,memory
// about: q[i] = 2 a[i] - p[i] + c (a[i-1] - 2 a[i] + a[i+1])

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2], p[KB_MAX_N + 2], q[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(p, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    q[i] = 2 * a[i] - p[i] + 0.3 * (a[i - 1] - 2 * a[i] + a[i + 1]);
}
