// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_u8_distance1
// tags: latency,memory
// about: a[i] = a[i-1] + b[i] in bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N + 1], b[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
  KB_FILL(b, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = (uint8_t)(a[i - 1] + b[i]);
}
