// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/haar
// tags: ports,memory
// about: sums and differences of x[2i] and x[2i+1], halved

#include "kernel.h"

KB_DATA float x[2 * KB_MAX_N], s[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[i] = 0.5f * (x[2 * i] + x[2 * i + 1]);
    d[i] = 0.5f * (x[2 * i] - x[2 * i + 1]);
  }
}
