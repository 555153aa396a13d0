// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/murmur3_block
// tags: latency
// about: k mixed, then h = rotl(h ^ k, 13) * 5 + c

#include "kernel.h"

KB_DATA uint32_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t h = 42;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t k = s[i] * 0xcc9e2d51u;
    k = (k << 15 | k >> 17) * 0x1b873593u;
    h ^= k;
    h = (h << 13 | h >> 19) * 5 + 0xe6546b64u;
  }
  kb_sink_u64 = h;
}
