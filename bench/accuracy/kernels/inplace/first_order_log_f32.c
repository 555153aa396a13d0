// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/first_order_log_f32
// tags: latency,memory
// about: the same in single precision, the log first

#include "kernel.h"

KB_DATA float y[KB_MAX_N + 1], logged[KB_MAX_N + 1], x[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float *to = y, *second = logged;
  KB_HIDE(to);
  KB_HIDE(second);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const float v = x[i] * 0.75f + 0.25f * to[i - 1];
    second[i] = v - x[i] + 4.0f;
    to[i] = v;
  }
}
