// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/delta_decode
// tags: latency
// about: s += x[i]; y[i] = s in 16 bits

#include "kernel.h"

KB_DATA uint16_t x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 65536); }

KB_KERNEL void kernel(KB_INT n) {
  uint16_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s = (uint16_t)(s + x[i]);
    y[i] = s;
  }
}
