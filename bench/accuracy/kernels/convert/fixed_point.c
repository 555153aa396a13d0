// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/fixed_point
// tags: ports
// about: a[i] = (b[i] * c[i]) >> 15 in 16-bit fixed point

#include "kernel.h"

KB_DATA int16_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, -30000, 30000);
  KB_FILL(c, -30000, 30000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = (int16_t)(((int32_t)b[i] * c[i]) >> 15);
}
