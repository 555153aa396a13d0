// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/saved_by_convention
// tags: latency,memory
// about: a register is clobbered in each trip, so the sum is spilled

#include "kernel.h"

KB_DATA uint64_t x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t sum = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    __asm__ volatile("" : "+m"(sum));
    sum = sum * 5 + x[i];
  }
  kb_sink_u64 = sum;
}
