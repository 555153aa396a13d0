// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s3113
// tags: latency
// about: s = max of |a[i]|

#include "kernel.h"

KB_DATA float a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -1.5, 1.5);
  a[0] = -1.5f;
}

KB_KERNEL void kernel(KB_INT n) {
  float s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = __builtin_fabsf(a[i]);
    s = x > s ? x : s;
  }
  kb_sink_f32 = s;
}
