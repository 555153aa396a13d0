// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/lms_update
// tags: ports,memory
// about: h[i] = leak * h[i] + mu * x[i]

#include "kernel.h"

KB_DATA float h[KB_MAX_N], x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(h, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h[i] = 0.99f * h[i] + 0.02f * x[i];
}
