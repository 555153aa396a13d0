// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/product_u32
// tags: latency
// about: p = product of odd a[i] in 32-bit integers

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000000); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t p = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    p *= a[i] | 1u;
  kb_sink_u64 = p;
}
