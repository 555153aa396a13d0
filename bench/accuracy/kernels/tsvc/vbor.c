// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/vbor
// tags: ports
// about: a long polynomial of 4 inputs

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N], e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.1);
  KB_FILL(c, 0.5, 1.1);
  KB_FILL(d, 0.5, 1.1);
  KB_FILL(e, 0.5, 1.1);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = b[i], y = c[i], z = d[i], w = e[i];
    a[i] = x * y * z + x * y * w + x * z * w + y * z * w + x * y + z * w +
           x * x * w;
  }
}
