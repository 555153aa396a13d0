// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_f32
// tags: latency
// about: s = sum of a[i] in single precision

#include "kernel.h"

KB_DATA float a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i];
  kb_sink_f32 = s;
}
