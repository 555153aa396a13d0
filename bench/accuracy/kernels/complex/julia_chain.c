// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/julia_chain
// tags: latency
// about: z = z^2 + c, n steps of one point

#include "kernel.h"

KB_DATA double c[2];

void kernel_init(void) {
  c[0] = -0.12;
  c[1] = 0.2;
}

KB_KERNEL void kernel(KB_INT n) {
  const double p = c[0], q = c[1];
  double x = 0.1, y = 0.1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = x * x - y * y + p;
    y = 2 * x * y + q;
    x = t;
  }
  kb_sink_f64 = x + y;
}
