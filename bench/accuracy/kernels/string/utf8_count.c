// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/utf8_count
// tags: ports
// about: code points: bytes that do not continue one

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t count = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    count += (int8_t)s[i] >= -64;
  kb_sink_u64 = count;
}
