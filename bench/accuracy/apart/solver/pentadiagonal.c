// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/pentadiagonal
// tags: latency,memory
// about: y[i+2] = x[i] - p y[i+1] - q y[i] with y in place over x, products kept

#include "kernel.h"

KB_DATA float v[KB_MAX_N + 2], x[KB_MAX_N], p[KB_MAX_N], w[KB_MAX_N];
KB_DATA float *given_y;
KB_DATA float *given_z;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(p, 0.2, 0.4);
  given_y = v;
  given_z = w;
}

KB_KERNEL void kernel(KB_INT n) {
  float *y = given_y;
  float *z = given_z;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    z[i] = p[i] * y[i + 1];
    y[i + 2] = x[i] - z[i] - 0.2f * y[i];
  }
}
