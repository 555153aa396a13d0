// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s252
// tags: ports,memory
// about: s = b[i] * c[i]; a[i] = s + t; t = s

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  float t = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float s = b[i] * c[i];
    a[i] = s + t;
    t = s;
  }
}
