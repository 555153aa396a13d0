// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/byte_swap
// tags: ports
// about: a[i] = b[i] with its bytes reversed

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = __builtin_bswap32(b[i]);
}
