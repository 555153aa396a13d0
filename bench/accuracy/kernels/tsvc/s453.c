// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s453
// tags: latency
// about: s += 2; a[i] = s * b[i], a floating-point induction variable

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s += 2;
    a[i] = s * b[i];
  }
}
