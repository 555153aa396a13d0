// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/add_carry
// tags: latency,ports
// about: sum of two long numbers, 64 bits and a carry per trip

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 1.8e19);
  KB_FILL(c, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned long long carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 s = (unsigned __int128)b[i] + c[i] + carry;
    a[i] = (uint64_t)s;
    carry = (unsigned long long)(s >> 64);
  }
  kb_sink_u64 = carry;
}
