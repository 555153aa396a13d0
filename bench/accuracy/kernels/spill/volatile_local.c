// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/volatile_local
// tags: latency,memory
// about: a volatile local of 32 bits on the stack

#include "kernel.h"

KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  volatile uint32_t hash = 5381;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    hash = hash * 33 ^ x[i];
  kb_sink_u64 = hash;
}
