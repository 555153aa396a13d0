// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/checksum16
// tags: ports
// about: one's complement sum of 16-bit words

#include "kernel.h"

KB_DATA uint16_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 65536); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum += s[i];
  sum = (sum & 65535u) + (sum >> 16);
  kb_sink_u64 = (sum & 65535u) + (sum >> 16);
}
