// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/max
// tags: latency
// about: s = max of a[i] by comparison

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  a[0] = 1.5;
}

KB_KERNEL void kernel(KB_INT n) {
  double s = a[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s = a[i] > s ? a[i] : s;
  kb_sink_f64 = s;
}
