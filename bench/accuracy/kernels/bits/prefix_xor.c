// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/prefix_xor
// tags: latency
// about: x ^= a[i]; b[i] = x

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1.8e19); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x ^= a[i];
    b[i] = x;
  }
}
