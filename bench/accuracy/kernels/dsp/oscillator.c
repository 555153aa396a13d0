// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/oscillator
// tags: latency
// about: (c, s) rotated by a fixed angle

#include "kernel.h"

KB_DATA double y[KB_MAX_N];

void kernel_init(void) { KB_FILL(y, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  // A 3-4-5 rotation, exact but for rounding.
  double c = 1, s = 0.01;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = 0.8 * c - 0.6 * s;
    s = 0.6 * c + 0.8 * s;
    c = t;
    y[i] = s;
  }
}
