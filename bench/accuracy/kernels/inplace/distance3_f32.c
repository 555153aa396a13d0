// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/distance3_f32
// tags: latency,memory
// about: y[i] = x[i] + 0.5 y[i-3] in single precision, with a copy of x

#include "kernel.h"

KB_DATA float y[KB_MAX_N + 3], copy[KB_MAX_N + 3], x[KB_MAX_N + 3];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float *to = y, *second = copy;
  KB_HIDE(to);
  KB_HIDE(second);
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i) {
    to[i] = x[i] + 0.5f * to[i - 3];
    second[i] = x[i];
  }
}
