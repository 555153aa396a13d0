// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/running_max_copy
// tags: latency,memory
// about: high[i] = max(high[i-1], x[i]) in double, while x is scaled

#include "kernel.h"

KB_DATA double high[KB_MAX_N + 1], x[KB_MAX_N + 1], scaled[KB_MAX_N + 1];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    x[i] = 1 + i;
  given_to = high;
  given_second = scaled;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = to[i - 1] > x[i] ? to[i - 1] : x[i];
    second[i] = 0.5 * x[i];
  }
}
