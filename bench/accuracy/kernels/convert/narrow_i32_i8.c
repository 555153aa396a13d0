// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/narrow_i32_i8
// tags: ports
// about: a[i] = low byte of b[i]

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N];
KB_DATA uint32_t b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = (uint8_t)b[i];
}
