// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: independent-chains
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA float a[SIZE], b[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  float s[COUNT];
  EACH s[c] = 0;
  for (long i = 0; i < n; i += COUNT)
    EACH {
      float t = s[c];
      long k = i + c;
      t += a[k];
      s[c] = t;
    }
  float t = s[0];
  for (int c = 1; c < COUNT; ++c)
    t = t + s[c];
#else
  float t = 0;
  for (long k = 0; k < n; ++k)
    t += a[k];
#endif
  result = t;
}
