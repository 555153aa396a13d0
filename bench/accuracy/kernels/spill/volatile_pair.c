// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/volatile_pair
// tags: latency,memory
// about: two volatile doubles, each from the other

#include "kernel.h"

KB_DATA volatile double a, b;
KB_DATA double x[KB_MAX_N];

void kernel_init(void) {
  a = b = 1;
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a = 0.5 * b + x[i];
    b = 0.25 * a + x[i];
  }
}
