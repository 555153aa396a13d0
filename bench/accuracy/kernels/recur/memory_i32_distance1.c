// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_i32_distance1
// tags: latency,memory
// about: a[i] = a[i-1] * 3 + b[i] in 32-bit integers

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N + 1], b[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  KB_FILL(b, 0, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = a[i - 1] * 3 + b[i];
}
