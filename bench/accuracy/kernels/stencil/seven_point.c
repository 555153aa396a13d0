// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/seven_point
// tags: ports,memory
// about: b[i] = 7 neighbours of a with symmetric weights

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 6], b[KB_MAX_N + 6];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i)
    b[i] = 0.05 * (a[i - 3] + a[i + 3]) + 0.1 * (a[i - 2] + a[i + 2]) +
           0.2 * (a[i - 1] + a[i + 1]) + 0.3 * a[i];
}
