// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/isqrt_step
// tags: ports
// about: one digit step of a square root on each number

#include "kernel.h"

KB_DATA uint32_t x[KB_MAX_N], r[KB_MAX_N];
// Every trial fits, so that branches are predicted.

void kernel_init(void) {
  KB_FILL(x, 1.08e9, 2e9);
  KB_FILL(r, 0, 30000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t t = r[i] | 16384u;
    const uint32_t fits = 0u - (uint32_t)(t * t <= x[i]);
    r[i] = ((t & fits) | (r[i] & ~fits)) & 32767u;
  }
}
