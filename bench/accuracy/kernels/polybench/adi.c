// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/adi
// tags: divider,latency
// about: p[j] = c / d, q[j] = (u[j] + a q[j-1]) / d, d = b - a p[j-1]

#include "kernel.h"

KB_DATA double p[KB_MAX_N + 1], q[KB_MAX_N + 1], u[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(p, 0.1, 0.2);
  KB_FILL(q, 0.1, 0.2);
  KB_FILL(u, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    const double d = 2 - 0.5 * p[j - 1];
    p[j] = 0.5 / d;
    q[j] = (u[j] + 0.5 * q[j - 1]) / d;
  }
}
