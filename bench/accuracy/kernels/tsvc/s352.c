// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s352
// tags: latency
// about: dot product, unrolled by 4 by hand into one sum

#define KB_MAX_N 240
#include "kernel.h"

KB_DATA double a[4 * KB_MAX_N], b[4 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[4 * i] * b[4 * i] + a[4 * i + 1] * b[4 * i + 1] +
         a[4 * i + 2] * b[4 * i + 2] + a[4 * i + 3] * b[4 * i + 3];
  kb_sink_f64 = s;
}
