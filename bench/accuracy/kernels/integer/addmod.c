// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/addmod
// tags: latency
// about: x = x + a[i], minus m if not below m, by select

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 1, 1e9); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x += a[i];
    x = x >= 1000000007u ? x - 1000000007u : x;
  }
  kb_sink_u64 = x;
}
