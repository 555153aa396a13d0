// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/blend_f32
// tags: ports,memory
// about: d = b + t * (a - b)

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], t[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(t, 0.1, 0.9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = b[i] + t[i] * (a[i] - b[i]);
}
