// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: independent-chains
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA uint32_t a[SIZE], b[SIZE];

void kernel_init(void) {
  FILL_INT(a);
  FILL_INT(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  uint32_t s[COUNT];
  EACH s[c] = 0;
  for (long i = 0; i < n; i += COUNT)
    EACH {
      uint32_t t = s[c];
      long k = i + c;
      t += a[k] * b[k];
      s[c] = t;
    }
  uint32_t t = s[0];
  for (int c = 1; c < COUNT; ++c)
    t = t + s[c];
#else
  uint32_t t = 0;
  for (long k = 0; k < n; ++k)
    t += a[k] * b[k];
#endif
  result = t;
}
