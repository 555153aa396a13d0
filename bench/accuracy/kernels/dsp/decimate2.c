// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/decimate2
// tags: ports,memory
// about: y[i] = 0.25 x[2i] + 0.5 x[2i+1] + 0.25 x[2i+2]

#include "kernel.h"

KB_DATA double x[2 * KB_MAX_N + 1], y[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = 0.25 * x[2 * i] + 0.5 * x[2 * i + 1] + 0.25 * x[2 * i + 2];
}
