// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/complex_horner
// tags: latency
// about: complex polynomial at a fixed point: a complex product and a sum in the chain

#include "kernel.h"

KB_DATA double re[KB_MAX_N], im[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(re, -1.0, 1.0);
  KB_FILL(im, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  double pr = 0, pi = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = pr * 0.6 - pi * 0.5 + re[i];
    pi = pr * 0.5 + pi * 0.6 + im[i];
    pr = t;
  }
  kb_sink_f64 = pr + pi;
}
