// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/volatile_sum
// tags: latency,memory
// about: a volatile 64-bit sum

#include "kernel.h"

KB_DATA volatile uint64_t sum;
KB_DATA uint64_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum = sum + x[i];
}
