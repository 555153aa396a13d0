// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/murmur3_final
// tags: ports
// about: the final mix of each number on its own, 32 bits

#include "kernel.h"

KB_DATA uint32_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t h = s[i];
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    t[i] = h ^ h >> 16;
  }
}
