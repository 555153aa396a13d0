// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/trailing_zeros
// tags: ports
// about: s = sum of the trailing zeros of a[i], 64 bits

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 1, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (uint64_t)__builtin_ctzll(a[i] | 1ull << 63);
  kb_sink_u64 = s;
}
