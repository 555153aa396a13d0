// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/gramschmidt
// tags: ports,memory
// about: a[i] -= q[i] * r, with a fixed point

#include "kernel.h"

KB_DATA double a[KB_MAX_N], q[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(q, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 3.5 - a[i] - q[i] * 0.3;
}
