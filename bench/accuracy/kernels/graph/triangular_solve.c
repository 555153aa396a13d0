// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/triangular_solve
// tags: latency,memory
// about: x[i] = (b[i] - l[i] x[column[i]]) with one entry to the left in a row

#include "kernel.h"

KB_DATA double x[KB_MAX_N + 1], b[KB_MAX_N + 1], l[KB_MAX_N + 1];
KB_DATA int32_t column[KB_MAX_N + 1];
KB_DATA double *given_to;

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(l, 0.2, 0.4);
  for (int i = 1; i <= KB_MAX_N; ++i)
    column[i] = i - 1;
  given_to = x;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    to[i] = b[i] - l[i] * to[column[i]];
}
