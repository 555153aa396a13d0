// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/remainder_chain
// tags: divider,latency
// about: x = (x * 31 + a[i]) mod m

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], m[1];

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  m[0] = 9973;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint32_t modulus = m[0];
  uint32_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = (x * 31 + a[i]) % modulus;
  kb_sink_u64 = x;
}
