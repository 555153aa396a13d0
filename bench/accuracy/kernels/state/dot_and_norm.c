// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/dot_and_norm
// tags: latency,memory
// about: *dot += a[i] b[i]; *norm += a[i] a[i] through pointers, double

#include "kernel.h"

KB_DATA double results[16], a[KB_MAX_N], b[KB_MAX_N];
KB_DATA double *given_dot;
KB_DATA double *given_norm;

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  given_dot = results;
  given_norm = results + 8;
}

KB_KERNEL void kernel(KB_INT n) {
  double *dot = given_dot, *norm = given_norm;
  *dot = *norm = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *dot += a[i] * b[i];
    *norm += a[i] * a[i];
  }
}
