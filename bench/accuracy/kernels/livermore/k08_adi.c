// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k08_adi
// tags: ports,memory,frontend
// about: du1, du2, and two updates with the differences

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double u1[KB_MAX_N + 2], u2[KB_MAX_N + 2], v1[KB_MAX_N + 2],
    v2[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(u1, 0.5, 1.5);
  KB_FILL(u2, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT k = 1; k <= n; ++k) {
    const double d1 = u1[k + 1] - u1[k - 1];
    const double d2 = u2[k + 1] - u2[k - 1];
    v1[k] = u1[k] + 0.1 * d1 + 0.2 * d2 +
            0.05 * (u1[k + 1] - 2 * u1[k] + u1[k - 1]);
    v2[k] = u2[k] + 0.3 * d1 + 0.1 * d2 +
            0.05 * (u2[k + 1] - 2 * u2[k] + u2[k - 1]);
  }
}
