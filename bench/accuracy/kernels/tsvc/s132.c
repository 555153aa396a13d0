// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s132
// tags: ports,memory
// about: row 0 = shifted row 1 + s * c[i], two rows of one array

#include "kernel.h"

KB_DATA float a[2][KB_MAX_N + 1], c[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL_ROWS(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[0][i] = a[1][i - 1] + 0.3f * c[i];
}
