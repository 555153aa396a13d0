// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/fletcher64
// tags: latency
// about: a += s[i]; b += a over 32-bit words

#include "kernel.h"

KB_DATA uint32_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 4000000000.0); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t a = 0, b = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a += s[i];
    b += a;
  }
  kb_sink_u64 = a ^ b << 32;
}
