// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/rotate_add
// tags: latency
// about: x = rotl(x, 7) + a[i]

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 4e9); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = (x << 7 | x >> 25) + a[i];
  kb_sink_u64 = x;
}
