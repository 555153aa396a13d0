// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/fold_multiply
// tags: latency
// about: h = low ^ high half of (h ^ s[i]) * k, 128 bits

#include "kernel.h"

KB_DATA uint64_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t h = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 p =
        (unsigned __int128)(h ^ s[i]) * 0xa0761d6478bd642fu;
    h = (uint64_t)p ^ (uint64_t)(p >> 64);
  }
  kb_sink_u64 = h;
}
