// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/fnv1a_32
// tags: latency
// about: h = (h ^ s[i]) * prime, 32 bits

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t h = 2166136261u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h = (h ^ s[i]) * 16777619u;
  kb_sink_u64 = h;
}
