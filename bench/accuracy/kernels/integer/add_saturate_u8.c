// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/add_saturate_u8
// tags: ports
// about: a[i] = min(b[i] + c[i], 255)

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 256);
  KB_FILL(c, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int s = b[i] + c[i];
    a[i] = (uint8_t)(s > 255 ? 255 : s);
  }
}
