// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_distance7
// tags: latency,memory
// about: a[i] = a[i-7] * b + c[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 7], c[KB_MAX_N + 7];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 7; i < n + 7; ++i)
    a[i] = a[i - 7] * 0.5 + c[i];
}
