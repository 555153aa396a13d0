// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/sign_abs
// tags: ports
// about: a[i] = sign of b[i] times |c[i]|

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];
// Signs alternate, so that branches are predicted.

void kernel_init(void) {
  KB_FILL(b, 1, 1000);
  KB_FILL(c, 1, 1000);
  for (int j = 0; j < KB_MAX_N; j += 2) {
    b[j] = -b[j];
    c[j] = -c[j];
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t magnitude = c[i] < 0 ? -c[i] : c[i];
    a[i] = b[i] < 0 ? -magnitude : magnitude;
  }
}
