// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_four
// tags: latency,ports
// about: four sums, each over one array

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0, t = 0, u = 0, v = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s += a[i];
    t += b[i];
    u += c[i];
    v += d[i];
  }
  kb_sink_f64 = (s + t) + (u + v);
}
