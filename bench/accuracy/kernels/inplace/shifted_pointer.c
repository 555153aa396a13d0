// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/shifted_pointer
// tags: latency,memory
// about: y[i] = 0.5 z[i] + x[i], and z is y one element before

#include "kernel.h"

KB_DATA double y[KB_MAX_N + 1], x[KB_MAX_N];
KB_DATA double *given_to;
KB_DATA const double *given_from;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_to = y + 1;
  given_from = y;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to;
  const double *from = given_from;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = 0.5 * from[i] + x[i];
}
