// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/max_i32
// tags: ports,latency
// about: s = max of a[i] in 32-bit integers

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -100000, 100000);
  a[0] = 100000;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t s = a[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s = a[i] > s ? a[i] : s;
  kb_sink_u64 = (uint64_t)s;
}
