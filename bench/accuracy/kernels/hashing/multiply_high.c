// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/multiply_high
// tags: ports,latency
// about: h += high half of s[i] * k, 128 bits

#include "kernel.h"

KB_DATA uint64_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t h = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h += (uint64_t)((unsigned __int128)s[i] * 0x9e3779b97f4a7c15u >> 64);
  kb_sink_u64 = h;
}
