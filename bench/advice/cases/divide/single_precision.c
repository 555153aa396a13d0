// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: single-precision
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-math-errno
#include "../../case.h"

DATA double a[TRIPS], b[TRIPS];
DATA double o[TRIPS];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; ++i)
    o[i] = sqrtf((float)a[i]) * b[i];
#else
  for (long i = 0; i < n; ++i)
    o[i] = sqrt(a[i]) * b[i];
#endif
  result = o[n / 2] + o[n - 1];
}
