// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/dot
// tags: latency
// about: s = sum of a * conj(b), interleaved

#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N], b[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double re = 0, im = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    re += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    im += a[2 * i + 1] * b[2 * i] - a[2 * i] * b[2 * i + 1];
  }
  kb_sink_f64 = re * im;
}
