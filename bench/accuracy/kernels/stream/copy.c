// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/copy
// tags: ports,memory
// about: a[i] = b[i] through pointers that may overlap
// flags: -fno-builtin

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double *to = a;
  const double *from = b;
  KB_HIDE(to);
  KB_HIDE(from);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = from[i];
}
