// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/covariance
// tags: ports,memory
// about: data[i] -= mean, kept near its fixed point

#include "kernel.h"

KB_DATA double data[KB_MAX_N], mean[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(data, 0.5, 1.5);
  KB_FILL(mean, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    data[i] = 3 - (data[i] - 0.5 * mean[i]);
}
