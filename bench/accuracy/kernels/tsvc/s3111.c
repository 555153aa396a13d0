// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s3111
// tags: latency,branch
// about: s += a[i] > 0 ? a[i] : 0, signs alternate

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  for (int k = 0; k < KB_MAX_N; k += 2)
    a[k] = -a[k];
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i] > 0 ? a[i] : 0;
  kb_sink_f64 = s;
}
