// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: independent-chains
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA uint64_t a[SIZE], b[SIZE];

void kernel_init(void) {
  FILL_INT(a);
  FILL_INT(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  uint64_t s[COUNT];
  EACH s[c] = 1;
  for (long i = 0; i < n; i += COUNT)
    EACH {
      uint64_t t = s[c];
      long k = i + c;
      t *= a[k] | 1;
      s[c] = t;
    }
  uint64_t t = s[0];
  for (int c = 1; c < COUNT; ++c)
    t = t * s[c];
#else
  uint64_t t = 1;
  for (long k = 0; k < n; ++k)
    t *= a[k] | 1;
#endif
  result = t;
}
