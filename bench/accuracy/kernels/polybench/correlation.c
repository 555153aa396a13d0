// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/correlation
// tags: latency
// about: s += (x - mx)^2, t += (x - mx) * (y - my)

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], m[2];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(m, 0.9, 1.1);
}

KB_KERNEL void kernel(KB_INT n) {
  const double mx = m[0], my = m[1];
  double s = 1, t = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double d = x[i] - mx;
    s += d * d;
    t += d * (y[i] - my);
  }
  kb_sink_f64 = t / s;
}
