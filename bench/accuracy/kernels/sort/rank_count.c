// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/rank_count
// tags: ports
// about: how many elements are below one, and how many equal

#include "kernel.h"

KB_DATA float a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  const float pivot = a[KB_MAX_N / 2];
  uint32_t below = 0, equal = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    below += a[i] < pivot;
    equal += a[i] == pivot;
  }
  kb_sink_u64 = (uint64_t)below << 32 | equal;
}
