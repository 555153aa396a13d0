// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_two
// tags: latency
// about: two sums over even and odd elements

#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double s = 0, t = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s += a[2 * i];
    t += a[2 * i + 1];
  }
  kb_sink_f64 = s + t;
}
