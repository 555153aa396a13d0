// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/lcg64
// tags: latency
// about: x = x * a + c mod 2^64

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    a[i] = x;
  }
}
