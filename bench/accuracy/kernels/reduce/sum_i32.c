// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_i32
// tags: ports
// about: s = sum of a[i] in 32-bit integers

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000000); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i];
  kb_sink_u64 = s;
}
