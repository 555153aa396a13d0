// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/clear_lowest
// tags: latency
// about: x &= x - 1, then refilled from a[i]

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1.8e19); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = ~0ull;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x &= x - 1;
    x |= a[i];
  }
  kb_sink_u64 = x;
}
