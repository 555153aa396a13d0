// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k12_first_difference
// tags: ports,memory
// about: x[k] = y[k+1] - y[k]

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(y, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    x[k] = y[k + 1] - y[k];
}
