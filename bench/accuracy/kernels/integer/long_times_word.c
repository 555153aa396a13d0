// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/long_times_word
// tags: latency,ports
// about: product of a long number and one word of 64 bits

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0, 1.8e19); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 p =
        (unsigned __int128)b[i] * 0xfedcba9876543211u + carry;
    a[i] = (uint64_t)p;
    carry = (uint64_t)(p >> 64);
  }
  kb_sink_u64 = carry;
}
