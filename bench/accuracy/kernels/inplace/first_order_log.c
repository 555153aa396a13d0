// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/first_order_log
// tags: latency,memory
// about: y[i] += 0.5 y[i-1] in place; a second array takes 2 y[i]

#include "kernel.h"

KB_DATA double y[KB_MAX_N + 1], logged[KB_MAX_N + 1], x[KB_MAX_N + 1];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_to = y;
  given_second = logged;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = x[i] + 0.5 * to[i - 1];
    second[i] = 2 * x[i];
  }
}
