// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/one_at_a_time
// tags: latency
// about: h += s[i]; h += h << 10; h ^= h >> 6

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t h = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    h += s[i];
    h += h << 10;
    h ^= h >> 6;
  }
  kb_sink_u64 = h;
}
