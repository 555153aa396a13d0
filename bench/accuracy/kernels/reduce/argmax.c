// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/argmax
// tags: latency,branch
// about: index of the largest a[i], which is the first

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  a[0] = 1.5;
}

KB_KERNEL void kernel(KB_INT n) {
  double best = a[0];
  KB_INT at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int more = a[i] > best;
    best = more ? a[i] : best;
    at = more ? i : at;
  }
  kb_sink_f64 = best;
  kb_sink_u64 = (uint64_t)at;
}
