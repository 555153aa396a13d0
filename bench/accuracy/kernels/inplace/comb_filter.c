// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/comb_filter
// tags: latency,memory
// about: y[i] = x[i] + 0.5 y[i-7], and a running product of its own

#include "kernel.h"

KB_DATA double y[KB_MAX_N + 7], x[KB_MAX_N + 7], wet[KB_MAX_N + 7];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_to = y;
  given_second = wet;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 7; i < n + 7; ++i) {
    to[i] = x[i] + 0.5 * to[i - 7];
    second[i] = 0.5 * second[i - 1] + x[i];
  }
}
