// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/kadane
// tags: latency
// about: largest sum of a run: c = max(c, 0) + a[i], best = max(best, c)

#include "kernel.h"

KB_DATA int64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, -100, 100); }

KB_KERNEL void kernel(KB_INT n) {
  int64_t run = 0, best = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    run = (run > 0 ? run : 0) + a[i];
    best = run > best ? run : best;
  }
  kb_sink_u64 = (uint64_t)best;
}
