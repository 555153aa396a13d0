// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/goertzel
// tags: latency
// about: s = x[i] + c * s1 - s2

#include "kernel.h"

KB_DATA double x[KB_MAX_N], c[1];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  c[0] = 1.2;
}

KB_KERNEL void kernel(KB_INT n) {
  const double coefficient = c[0];
  double s1 = 0, s2 = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double s = x[i] + coefficient * s1 - s2;
    s2 = s1;
    s1 = s;
  }
  kb_sink_f64 = s1 * s1 + s2 * s2 - coefficient * s1 * s2;
}
