// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/sor
// tags: latency,memory
// about: a[i] += w * (mean of neighbours - a[i]), in place

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 2], f[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(f, 0.01, 0.02);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = 0.75 * (0.5 * (a[i - 1] + a[i + 1]) + f[i]) + 0.25 * a[i];
}
