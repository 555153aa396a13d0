// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/horner_f32
// tags: latency
// about: p = p * x + c[i] in single precision

#include "kernel.h"

KB_DATA float c[KB_MAX_N], x[1];

void kernel_init(void) {
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(x, 0.4, 0.6);
}

KB_KERNEL void kernel(KB_INT n) {
  const float at = x[0];
  float p = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    p = p * at + c[i];
  kb_sink_f32 = p;
}
