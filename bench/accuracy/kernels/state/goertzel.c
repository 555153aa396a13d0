// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/goertzel
// tags: latency,memory
// about: s = x[i] + c s1 - s2, both delays in an array; spectrum[i] = s

#include "kernel.h"

KB_DATA double delay[2];
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA double *given_d;
KB_DATA double *given_to;

void kernel_init(void) {
  delay[0] = delay[1] = 1;
  KB_FILL(x, 0.5, 1.5);
  given_d = delay;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  double *d = given_d, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double s = x[i] + 0.75 * d[0] - 0.5 * d[1];
    d[1] = d[0];
    d[0] = s;
    to[i] = s;
  }
}
