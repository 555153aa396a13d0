// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/adler32_reduced
// tags: latency
// about: the same, reduced by 65521 at each step by select

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t a = 1, b = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a += s[i];
    a = a >= 65521 ? a - 65521 : a;
    b += a;
    b = b >= 65521 ? b - 65521 : b;
  }
  kb_sink_u64 = (uint64_t)b << 16 | a;
}
