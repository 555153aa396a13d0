// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/popcount_nibbles
// tags: ports,memory
// about: one bits of bytes by a table of 16, summed

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], table[16];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
  for (int j = 0; j < 16; ++j)
    table[j] = (uint8_t)((j & 1) + (j >> 1 & 1) + (j >> 2 & 1) + (j >> 3));
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (uint32_t)table[a[i] & 15] + table[a[i] >> 4];
  kb_sink_u64 = s;
}
