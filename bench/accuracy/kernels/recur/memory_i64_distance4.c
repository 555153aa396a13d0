// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/memory_i64_distance4
// tags: latency,memory
// about: a[i] = a[i-4] ^ (b[i] + a[i-4])

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N + 4], b[KB_MAX_N + 4];

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  KB_FILL(b, 0, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 4; i < n + 4; ++i)
    a[i] = a[i - 4] ^ (b[i] + a[i - 4]);
}
