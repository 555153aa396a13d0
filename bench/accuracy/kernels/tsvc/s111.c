// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s111
// tags: ports,memory
// about: a[2i+1] = a[2i] + b[2i+1], no dependence

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N], b[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[2 * i + 1] = a[2 * i] + b[2 * i + 1];
}
