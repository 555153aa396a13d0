// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/zigzag_delta
// tags: ports,memory
// about: differences of neighbours folded to unsigned

#include "kernel.h"

KB_DATA int32_t x[KB_MAX_N + 1];
KB_DATA uint32_t y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -10000, 10000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t d = x[i + 1] - x[i];
    y[i] = (uint32_t)d << 1 ^ (uint32_t)(d >> 31);
  }
}
