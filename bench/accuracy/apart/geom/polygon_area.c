// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/polygon_area
// tags: latency,ports
// about: shoelace sum over int32 corners in 64 bits

#include "kernel.h"

KB_DATA int32_t x[KB_MAX_N + 1], y[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(x, -100000, 100000);
  KB_FILL(y, -100000, 100000);
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t twice = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    twice += (int64_t)x[i] * y[i + 1] - (int64_t)x[i + 1] * y[i];
  kb_sink_u64 = (uint64_t)twice;
}
