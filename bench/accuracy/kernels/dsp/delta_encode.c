// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/delta_encode
// tags: ports,memory
// about: y[i] = x[i+1] - x[i] in 16 bits

#include "kernel.h"

KB_DATA uint16_t x[KB_MAX_N + 1], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 65536); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = (uint16_t)(x[i + 1] - x[i]);
}
