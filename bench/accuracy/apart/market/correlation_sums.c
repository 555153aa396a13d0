// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/correlation_sums
// tags: latency,ports
// about: five sums of two series in registers

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -1.0, 1.0);
  KB_FILL(y, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  float sx = 0, sy = 0, xx = 0, yy = 0, xy = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    sx += x[i];
    sy += y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    xy += x[i] * y[i];
  }
  kb_sink_f32 = (xy - sx * sy) * xx * yy;
}
