// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/cubic_differences
// tags: latency,memory
// about: points of a cubic by forward differences kept in an array

#include "kernel.h"

KB_DATA double difference[4], points[KB_MAX_N];
KB_DATA double *given_d;
KB_DATA double *given_out;

void kernel_init(void) {
  given_d = difference;
  given_out = points;
}

KB_KERNEL void kernel(KB_INT n) {
  double *d = given_d;
  double *out = given_out;
  d[0] = 1.0;
  d[1] = 0.5;
  d[2] = 0.25;
  d[3] = 0.125;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    out[i] = d[0];
    d[0] += d[1];
    d[1] += d[2];
    d[2] += d[3];
  }
}
