// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/mixed_widths
// tags: ports
// about: d[i] = a[i] + b[i] * c[i] over 8, 16, 32 and 64 bits

#include "kernel.h"

KB_DATA int8_t a[KB_MAX_N];
KB_DATA int16_t b[KB_MAX_N];
KB_DATA int32_t c[KB_MAX_N];
KB_DATA int64_t d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -100, 100);
  KB_FILL(b, -1000, 1000);
  KB_FILL(c, -1000, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = (int64_t)a[i] + b[i] * (int64_t)c[i];
}
