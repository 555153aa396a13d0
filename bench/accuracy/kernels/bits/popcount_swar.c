// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/popcount_swar
// tags: ports
// about: one bits of a[i] by masks and a multiplication

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 4e9); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t x = a[i];
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    b[i] = x * 0x01010101u >> 24;
  }
}
