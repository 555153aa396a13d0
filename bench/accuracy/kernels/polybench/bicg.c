// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/bicg
// tags: latency,memory
// about: s[j] += r * A[j] and q += A[j] * p[j] in one loop

#include "kernel.h"

KB_DATA double A[KB_MAX_N], s[KB_MAX_N], p[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(A, 0.5, 1.5);
  KB_FILL(s, 0.5, 1.5);
  KB_FILL(p, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double q = 0;
  KB_LOOP
  for (KB_INT j = 0; j < n; ++j) {
    s[j] += 0.001 * A[j];
    q += A[j] * p[j];
  }
  kb_sink_f64 = q;
}
