// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: independent-chains
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA double a[SIZE], b[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  double s[COUNT];
  EACH s[c] = 1;
  for (long i = 0; i < n; i += COUNT)
    EACH {
      double t = s[c];
      long k = i + c;
      t *= a[k] * b[k];
      s[c] = t;
    }
  double t = s[0];
  for (int c = 1; c < COUNT; ++c)
    t = t * s[c];
#else
  double t = 1;
  for (long k = 0; k < n; ++k)
    t *= a[k] * b[k];
#endif
  result = t;
}
