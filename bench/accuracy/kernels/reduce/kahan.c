// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/kahan
// tags: latency
// about: compensated sum of a[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double s = 0, carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double y = a[i] - carry;
    const double t = s + y;
    carry = (t - s) - y;
    s = t;
  }
  kb_sink_f64 = s;
}
