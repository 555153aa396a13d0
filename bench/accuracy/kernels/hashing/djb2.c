// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/djb2
// tags: latency
// about: h = h * 33 + s[i], by shift and add

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t h = 5381;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h = (h << 5) + h + s[i];
  kb_sink_u64 = h;
}
