// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/by_constant
// tags: ports,latency
// about: a[i] = b[i] / 10 and the digit, by multiplication

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = b[i] / 10;
    c[i] = b[i] % 10;
  }
}
