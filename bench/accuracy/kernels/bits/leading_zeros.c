// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/leading_zeros
// tags: ports
// about: b[i] = leading zeros of a[i], 32 bits

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 1, 4e9); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    b[i] = (uint32_t)__builtin_clz(a[i] | 1);
}
