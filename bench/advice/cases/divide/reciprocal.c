// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: reciprocal
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA double a[SIZE], b[SIZE];
DATA double o[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  double r = 1.0 / b[0];
  for (long i = 0; i < n; ++i)
    o[i] = a[i] * r;
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] / b[0];
#endif
  result = o[n / 2] + o[n - 1];
}
