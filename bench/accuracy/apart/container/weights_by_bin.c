// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/weights_by_bin
// tags: memory,latency
// about: sum[bin] += weight in double, the bin from a scaled value

#include "kernel.h"

KB_DATA float x[KB_MAX_N];
KB_DATA double w[KB_MAX_N], sum[32];

void kernel_init(void) {
  KB_FILL(x, 0.0, 1.0);
  KB_FILL(w, -0.5, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum[(int)(x[i] * 31.9f)] += w[i];
}
