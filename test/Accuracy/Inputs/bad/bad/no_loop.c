// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bad/no_loop
// tags: latency
// about: a sum that the compiler knows in closed form

#include "kernel.h"

KB_DATA double a[1];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (uint64_t)i;
  kb_sink_u64 = s;
}
