// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/shift_chain
// tags: latency
// about: x = x >> (a[i] & 15) ^ c * a[i]

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = x >> (a[i] & 15) ^ 0x9e3779b97f4a7c15u * a[i];
  kb_sink_u64 = x;
}
