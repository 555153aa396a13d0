// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/second_order
// tags: latency,memory
// about: y[i] = x[i] + 0.5 y[i-1] - 0.25 y[i-2] and a difference beside it

#include "kernel.h"

KB_DATA double y[KB_MAX_N + 2], slope[KB_MAX_N + 2], x[KB_MAX_N + 2];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_to = y;
  given_second = slope;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 2; i < n + 2; ++i) {
    second[i] = x[i] - x[i - 1] + 2;
    to[i] = x[i] + 0.5 * to[i - 1] - 0.25 * to[i - 2];
  }
}
