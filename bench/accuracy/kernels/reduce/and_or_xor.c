// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/and_or_xor
// tags: ports,frontend
// about: three bitwise reductions at once

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = ~(uint64_t)0, y = 0, z = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x &= a[i];
    y |= a[i];
    z ^= a[i];
  }
  kb_sink_u64 = x + y + z;
}
