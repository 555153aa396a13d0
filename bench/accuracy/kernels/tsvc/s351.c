// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s351
// tags: ports,memory
// about: a[i] += s * b[i], unrolled by 4 by hand

#define KB_MAX_N 240
#include "kernel.h"

KB_DATA double a[4 * KB_MAX_N], b[4 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[4 * i] += 0.001 * b[4 * i];
    a[4 * i + 1] += 0.001 * b[4 * i + 1];
    a[4 * i + 2] += 0.001 * b[4 * i + 2];
    a[4 * i + 3] += 0.001 * b[4 * i + 3];
  }
}
