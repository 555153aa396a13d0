// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/thomas_forward
// tags: latency,divider,memory
// about: forward sweep of a tridiagonal solver with three outputs

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], d[KB_MAX_N], cp[KB_MAX_N + 1], dp[KB_MAX_N + 1], piv[KB_MAX_N];
KB_DATA float *given_c1;
KB_DATA float *given_d1;
KB_DATA float *given_p1;

void kernel_init(void) {
  KB_FILL(a, -1.0, -0.5);
  KB_FILL(b, 3.0, 4.0);
  KB_FILL(d, 0.5, 1.5);
  given_c1 = cp;
  given_d1 = dp;
  given_p1 = piv;
}

KB_KERNEL void kernel(KB_INT n) {
  float *c1 = given_c1;
  float *d1 = given_d1;
  float *p1 = given_p1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float m = 1.0f / (b[i] - a[i] * c1[i]);
    p1[i] = m;
    c1[i + 1] = -0.8f * m;
    d1[i + 1] = (d[i] - a[i] * d1[i]) * m;
  }
}
