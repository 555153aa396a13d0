// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/bubble_pass_f64
// tags: latency,memory
// about: the same with doubles, without a log

#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1];
KB_DATA volatile double *given_to;

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  given_to = a;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = to[i], y = to[i + 1];
    to[i] = x < y ? x : y;
    to[i + 1] = x < y ? y : x;
  }
}
