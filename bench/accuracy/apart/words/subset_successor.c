// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/subset_successor
// tags: latency
// about: next number with as many bits set: count of trailing zeros and a shift in the chain

#include "kernel.h"

KB_DATA uint64_t seen[KB_MAX_N];

void kernel_init(void) {
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 0x1f;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t low = x & -x, ripple = x + low;
    x = ripple | ((x ^ ripple) >> 2) >> __builtin_ctzll(low | UINT64_C(1) << 60);
    seen[i] = x;
  }
}
