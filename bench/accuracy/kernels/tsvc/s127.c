// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s127
// tags: ports,memory,frontend
// about: a[2i] = b + c * d, a[2i+1] = b + d * e

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N],
    e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  KB_FILL(d, 0.5, 1.5);
  KB_FILL(e, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[2 * i] = b[i] + c[i] * d[i];
    a[2 * i + 1] = b[i] + d[i] * e[i];
  }
}
