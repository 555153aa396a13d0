// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/fibonacci
// tags: latency
// about: x, y = y, x + y mod 2^64

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 0, y = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t t = x + y;
    x = y;
    y = t;
    a[i] = t;
  }
}
