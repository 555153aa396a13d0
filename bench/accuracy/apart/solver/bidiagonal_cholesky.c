// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/bidiagonal_cholesky
// tags: latency,divider,memory
// about: Cholesky factor of a tridiagonal matrix: square root and division in the chain
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double diag[KB_MAX_N], off[KB_MAX_N], l[KB_MAX_N + 1], m[KB_MAX_N];
KB_DATA double *given_d;
KB_DATA double *given_s;

void kernel_init(void) {
  KB_FILL(diag, 4.0, 5.0);
  KB_FILL(off, 0.5, 1.0);
  l[0] = 2.0;
  given_d = l;
  given_s = m;
}

KB_KERNEL void kernel(KB_INT n) {
  double *d = given_d;
  double *s = given_s;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[i] = off[i] / d[i];
    d[i + 1] = __builtin_sqrt(diag[i] - s[i] * s[i]);
  }
}
