// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/popcount
// tags: ports
// about: s = sum of the one bits of a[i]

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1.8e19); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (uint64_t)__builtin_popcountll(a[i]);
  kb_sink_u64 = s;
}
