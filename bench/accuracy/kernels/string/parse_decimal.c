// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/parse_decimal
// tags: latency
// about: v = v * 10 + digit, mod 2^64

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, '0', '9' + 1); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t v = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    v = v * 10 + (uint64_t)(s[i] - '0');
  kb_sink_u64 = v;
}
