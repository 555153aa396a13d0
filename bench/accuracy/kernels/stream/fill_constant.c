// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/fill_constant
// tags: ports,memory
// about: a[i] = s, b[i] = t

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N], s[2];

void kernel_init(void) { KB_FILL(s, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  const double s0 = s[0], s1 = s[1];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[i] = s0;
    b[i] = s1;
  }
}
