// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s176
// tags: ports,memory
// about: a[i] = sum of b[i+7-j] * c[j] over 8 j

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N + 8], c[8];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.01, 0.1);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_OUTER_LOOP
  for (int j = 0; j < 8; ++j) {
    const float s = c[j];
    KB_LOOP
    for (KB_INT i = 0; i < n; ++i)
      a[i] = 0.5f * a[i] + b[i + 7 - j] * s;
  }
}
