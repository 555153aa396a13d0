// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/internet_checksum
// tags: ports,latency
// about: sum of swapped 16 bit words of a packet

#include "kernel.h"

KB_DATA uint16_t packet[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(packet, 0, 65536);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum += __builtin_bswap16(packet[i]);
  sum = (sum & 65535) + (sum >> 16);
  kb_sink_u64 = ~(sum + (sum >> 16)) & 65535;
}
