// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/points3
// tags: ports,memory
// about: distance squared of indexed points of three coordinates

#include "kernel.h"

KB_DATA float a[KB_MAX_N], p[3 * KB_MAX_N];
KB_DATA int32_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(p, 0.5, 1.5);
  KB_FILL(k, 0, KB_MAX_N);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float *q = p + 3 * k[i];
    a[i] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  }
}
