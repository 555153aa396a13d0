// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/sigmoid_rational
// tags: ports,divider
// about: 0.5 + 0.5 x / (1 + |x|) in float

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -4.0, 4.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = 0.5f + 0.5f * x[i] / (1.0f + __builtin_fabsf(x[i]));
}
