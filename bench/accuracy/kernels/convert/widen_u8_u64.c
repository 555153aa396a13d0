// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/widen_u8_u64
// tags: ports
// about: a[i] = b[i], zero extended

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];
KB_DATA uint8_t b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i];
}
