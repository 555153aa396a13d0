// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/welford
// tags: divider,latency
// about: running mean: m += (a[i] - m) / (i + 1)

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double m = 0, count = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    count += 1;
    m += (a[i] - m) / count;
  }
  kb_sink_f64 = m;
}
