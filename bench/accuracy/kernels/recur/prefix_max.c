// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/prefix_max
// tags: latency
// about: a[i] = max of b[0..i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  b[0] = 1.5;
}

KB_KERNEL void kernel(KB_INT n) {
  double s = b[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s = b[i] > s ? b[i] : s;
    a[i] = s;
  }
}
