// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s255
// tags: ports,memory
// about: a[i] = (b[i] + x + y) / 3; y = x; x = b[i]

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float x = 1, y = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = (b[i] + x + y) * 0.333f;
    y = x;
    x = b[i];
  }
}
