// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/crc_bitwise
// tags: latency
// about: one bit per trip: shift, then xor under a mask

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 2); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t crc = ~0u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    crc = crc >> 1 ^ (0xedb88320u & (0u - ((crc ^ s[i]) & 1)));
  kb_sink_u64 = crc;
}
