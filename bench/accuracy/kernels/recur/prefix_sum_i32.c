// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/prefix_sum_i32
// tags: latency
// about: a[i] = b[0] + ... + b[i], the sum in a register

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s += b[i];
    a[i] = s;
  }
}
