// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s173
// tags: ports,memory
// about: a[i + m] = a[i] + b[i], m the largest trip count

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i + KB_MAX_N] = a[i] + b[i];
}
