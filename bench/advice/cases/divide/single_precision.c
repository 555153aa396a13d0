// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: single-precision
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-math-errno
#include "../../case.h"

DATA double a[SIZE];

void kernel_init(void) { FILL(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  float t = 1;
  for (long i = 0; i < n; ++i)
    t = sqrtf(t) + 2.0f;
#else
  double t = 1;
  for (long i = 0; i < n; ++i)
    t = sqrt(t) + 2.0;
#endif
  result = t;
}
