// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/swap
// tags: ports,memory,frontend
// about: a[i], b[i] = b[i], a[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}
