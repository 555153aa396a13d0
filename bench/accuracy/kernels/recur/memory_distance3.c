// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_distance3
// tags: latency,memory
// about: a[i] = a[i-3] * b + c[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 3], c[KB_MAX_N + 3];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i)
    a[i] = a[i - 3] * 0.5 + c[i];
}
