// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/tridiagonal_two
// tags: latency,memory,divider
// about: forward elimination of a tridiagonal system, two outputs

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA double a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N + 1];
KB_DATA double d[KB_MAX_N + 1], p[KB_MAX_N + 1], q[KB_MAX_N + 1];
KB_DATA double *given_pp;
KB_DATA double *given_qq;

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.0);
  KB_FILL(b, 3.0, 4.0);
  KB_FILL(c, 0.5, 1.0);
  KB_FILL(d, 0.5, 1.5);
  given_pp = p;
  given_qq = q;
}

KB_KERNEL void kernel(KB_INT n) {
  double *pp = given_pp, *qq = given_qq;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const double m = 1 / (b[i] - a[i] * pp[i - 1]);
    pp[i] = c[i] * m;
    qq[i] = (d[i] - a[i] * qq[i - 1]) * m;
  }
}
