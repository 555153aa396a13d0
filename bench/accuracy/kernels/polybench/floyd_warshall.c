// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/floyd_warshall
// tags: ports,memory
// about: p[j] = min(p[j], d + q[j]) in 32-bit integers

#include "kernel.h"

KB_DATA int32_t p[KB_MAX_N], q[KB_MAX_N], d[1];

void kernel_init(void) {
  KB_FILL(p, 0, 1000);
  KB_FILL(q, 0, 1000);
  d[0] = 77;
}

KB_KERNEL void kernel(KB_INT n) {
  const int32_t via = d[0];
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j) {
    const int32_t t = via + q[j];
    p[j] = t < p[j] ? t : p[j];
  }
}
