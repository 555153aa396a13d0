// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/prefix_sum
// tags: latency,memory
// about: a[i] = a[i-1] + b[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = a[i - 1] + b[i];
}
