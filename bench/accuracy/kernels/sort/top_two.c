// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/top_two
// tags: latency
// about: the largest and the second largest

#include "kernel.h"

KB_DATA float a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  a[0] = 1.5f;
  a[1] = 1.5f;
}

KB_KERNEL void kernel(KB_INT n) {
  float first = 0, second = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = a[i];
    const float rest = x < first ? x : first;
    first = x < first ? first : x;
    second = rest < second ? second : rest;
  }
  kb_sink_f32 = first - second;
}
