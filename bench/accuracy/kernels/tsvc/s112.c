// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s112
// tags: ports,memory
// about: a[i+1] = 0.5 * a[i] + b[i], from the end

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = n - 1; i >= 0; --i)
    a[i + 1] = 0.5f * a[i] + b[i];
}
