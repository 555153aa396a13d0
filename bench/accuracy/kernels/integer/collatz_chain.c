// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/collatz_chain
// tags: latency
// about: the same step n times on one number

#include "kernel.h"

KB_DATA uint64_t start[1];

void kernel_init(void) { start[0] = 837799; }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = start[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t odd = 0u - (x & 1);
    x = ((3 * x + 1) & odd) | (x >> 1 & ~odd);
  }
  kb_sink_u64 = x;
}
