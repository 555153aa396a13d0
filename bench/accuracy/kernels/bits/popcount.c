// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/popcount
// tags: ports
// about: s = sum of the one bits of a[i], by masks or one instruction

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1.8e19); }
// Compilers know this form, and use an instruction where there is one.
static inline uint64_t ones(uint64_t x) {
  x = x - (x >> 1 & 0x5555555555555555u);
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return x * 0x0101010101010101u >> 56;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += ones(a[i]);
  kb_sink_u64 = s;
}
