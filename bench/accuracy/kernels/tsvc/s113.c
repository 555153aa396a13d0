// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s113
// tags: ports,memory
// about: a[i] = a[0] + b[i], a[0] in the same array

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1], b[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = a[0] + b[i];
}
