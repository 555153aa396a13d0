// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/volatile_total
// tags: latency,memory
// about: a volatile double: total += x[i] * k

#include "kernel.h"

KB_DATA volatile double total;
KB_DATA double x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -0.5, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  total = 0.25;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    total += x[i] * 1.25;
}
