// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/adler32_sums
// tags: latency
// about: a += s[i]; b += a

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t a = 1, b = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a += s[i];
    b += a;
  }
  kb_sink_u64 = (uint64_t)(b % 65521) << 16 | a % 65521;
}
