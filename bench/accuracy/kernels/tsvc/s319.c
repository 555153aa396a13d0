// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s319
// tags: latency
// about: a = c + d; s += a; b = c + e; s += b

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N], e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  float s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = c[i] + d[i];
    s += a[i];
    b[i] = c[i] + e[i];
    s += b[i];
  }
  kb_sink_f32 = s;
}
