// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/lcg32
// tags: latency
// about: x = x * a + c mod 2^32

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x = x * 1664525u + 1013904223u;
    a[i] = x >> 16;
  }
}
