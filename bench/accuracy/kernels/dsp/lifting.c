// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/lifting
// tags: ports,memory
// about: d[i] = o[i] - (e[i] + e[i+1] + 1) / 2 in integers

#include "kernel.h"

KB_DATA int32_t o[KB_MAX_N], e[KB_MAX_N + 1], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(o, -1000, 1000);
  KB_FILL(e, -1000, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = o[i] - ((e[i] + e[i + 1] + 1) >> 1);
}
