// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/add_i8
// tags: ports,memory
// about: a[i] = b[i] + c[i] in bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 256);
  KB_FILL(c, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = (uint8_t)(b[i] + c[i]);
}
