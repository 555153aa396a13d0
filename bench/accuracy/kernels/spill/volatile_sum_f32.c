// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/volatile_sum_f32
// tags: latency,memory
// about: a volatile sum in single precision, halved each time

#include "kernel.h"

KB_DATA volatile float sum;
KB_DATA float x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum = 0.5f * sum + x[i];
}
