// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/autocorrelation_i16
// tags: ports
// about: r = sum of x[i] * x[i + lag], 16 bits into 64

#include "kernel.h"

KB_DATA int16_t x[KB_MAX_N + 5];

void kernel_init(void) { KB_FILL(x, -30000, 30000); }

KB_KERNEL void kernel(KB_INT n) {
  int64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (int32_t)x[i] * x[i + 5];
  kb_sink_u64 = (uint64_t)s;
}
