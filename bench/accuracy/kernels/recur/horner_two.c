// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/horner_two
// tags: latency
// about: the same polynomial at two points

#include "kernel.h"

KB_DATA double c[KB_MAX_N], x[2];

void kernel_init(void) {
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(x, 0.4, 0.6);
}

KB_KERNEL void kernel(KB_INT n) {
  const double x0 = x[0], x1 = x[1];
  double p = 0, q = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    p = p * x0 + c[i];
    q = q * x1 + c[i];
  }
  kb_sink_f64 = p + q;
}
