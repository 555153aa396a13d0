// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/compound_interest
// tags: latency,memory
// about: balance[i] = 0.75 balance[i-1] + deposit[i]; interest[i] = 0.25 of it

#include "kernel.h"

KB_DATA double balance[KB_MAX_N + 1], interest[KB_MAX_N + 1],
    deposit[KB_MAX_N + 1];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  KB_FILL(deposit, 0.5, 1.5);
  given_to = balance;
  given_second = interest;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    second[i] = 0.25 * to[i - 1];
    to[i] = 0.5 * to[i - 1] + second[i] + deposit[i];
  }
}
