// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/collatz_step
// tags: ports
// about: odd x become 3 x + 1, even ones x / 2, by select

#include "kernel.h"

KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 1, 1000000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t odd = 0u - (x[i] & 1);
    x[i] = ((3 * x[i] + 1) & odd) | (x[i] >> 1 & ~odd);
  }
}
