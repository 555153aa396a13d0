// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/cholesky
// tags: latency
// about: a -= L[i] * M[i]

#include "kernel.h"

KB_DATA double L[KB_MAX_N], M[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(L, 0.5, 1.5);
  KB_FILL(M, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double a = 1000.3;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a -= L[i] * M[i];
  kb_sink_f64 = a;
}
