// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/unsigned64
// tags: divider
// about: a[i] = b[i] / c[i] in 64-bit integers, large quotients

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 1e17, 1e18);
  KB_FILL(c, 5e9, 9e9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i] / c[i];
}
