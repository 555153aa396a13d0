// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/column_times_vector
// tags: latency,memory
// about: y[row[k]] += value[k] x in single precision, all in one row

#include "kernel.h"

KB_DATA float y[16], value[KB_MAX_N];
KB_DATA int32_t row[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(value, -0.5, 0.5);
  for (int k = 0; k < KB_MAX_N; ++k)
    row[k] = 5;
}

KB_KERNEL void kernel(KB_INT n) {
  float *to = y;
  for (int k = 0; k < 16; ++k)
    to[k] = 0;
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    to[row[k]] += value[k];
}
