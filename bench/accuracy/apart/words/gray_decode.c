// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/gray_decode
// tags: ports,memory
// about: Gray code to binary: exclusive or of all shifts in five steps

#include "kernel.h"

KB_DATA uint32_t g[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(g, 0, 4294967295.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t x = g[i];
    x ^= x >> 1;
    x ^= x >> 2;
    x ^= x >> 4;
    x ^= x >> 8;
    b[i] = x ^ x >> 16;
  }
}
