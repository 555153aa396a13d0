// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: split-recurrence
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

#define FACTOR 16777619u
DATA uint32_t a[SIZE];

void kernel_init(void) { FILL_INT(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  uint32_t f = 1;
  EACH f *= FACTOR;
  uint32_t h[COUNT];
  EACH h[c] = 0;
  for (long i = 0; i < n; i += COUNT)
    EACH h[c] = h[c] * f + a[i + c];
  uint32_t t = 0;
  EACH t = t * FACTOR + h[c];
#else
  uint32_t t = 0;
  for (long i = 0; i < n; ++i)
    t = t * FACTOR + a[i];
#endif
  result = t;
}
