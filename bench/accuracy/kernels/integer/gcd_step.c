// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/gcd_step
// tags: ports,latency
// about: one subtractive step on each pair

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 1, 100000);
  KB_FILL(b, 1, 100000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t hi = a[i] > b[i] ? a[i] : b[i],
                   lo = a[i] > b[i] ? b[i] : a[i];
    c[i] = (hi - lo) ^ lo;
  }
}
