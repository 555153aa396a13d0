// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_distance20
// tags: ports,memory
// about: a[i] = a[i-20] * b + c[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 20], c[KB_MAX_N + 20];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 20; i < n + 20; ++i)
    a[i] = a[i - 20] * 0.5 + c[i];
}
