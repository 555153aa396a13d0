// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k17_conditional
// tags: latency,branch
// about: s = b > t ? a * s + b : c * s + d, a chain with a select

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.3, 0.6);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double up = a[i] * s + b[i], down = 0.25 * s + 0.5;
    s = b[i] > 0.25 ? up : down;
  }
  kb_sink_f64 = s;
}
