// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/dot
// tags: latency
// about: s = sum of a[i] * b[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i] * b[i];
  kb_sink_f64 = s;
}
