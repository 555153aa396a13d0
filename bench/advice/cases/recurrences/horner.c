// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: split-recurrence
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA double a[SIZE];

void kernel_init(void) { FILL(a); }

KERNEL void kernel(long n) {
  double x = 0.75;
  __asm__("" : "+x"(x));
#ifdef AFTER
  double f = 1, h[COUNT];
  EACH f *= x;
  EACH h[c] = 0;
  for (long i = 0; i < n; i += COUNT)
    EACH h[c] = h[c] * f + a[i + c];
  double t = 0;
  EACH t = t * x + h[c];
#else
  double t = 0;
  for (long i = 0; i < n; ++i)
    t = t * x + a[i];
#endif
  result = t;
}
