// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/horner
// tags: latency
// about: w = w * z + a[i], complex

#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N], z[2];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  z[0] = 0.4;
  z[1] = 0.3;
}

KB_KERNEL void kernel(KB_INT n) {
  const double x = z[0], y = z[1];
  double u = 0, v = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = u * x - v * y + a[2 * i];
    v = u * y + v * x + a[2 * i + 1];
    u = t;
  }
  kb_sink_f64 = u + v;
}
