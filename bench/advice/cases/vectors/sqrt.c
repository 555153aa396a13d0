// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: vectorize
// flags: -O2 -fno-math-errno -fno-unroll-loops -mprefer-vector-width=256
// before: -fno-vectorize -fno-slp-vectorize
// after: -mllvm -force-vector-interleave=1
#include "../../case.h"

DATA float a[SIZE], b[SIZE];
DATA float o[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; ++i)
    o[i] = sqrtf(a[i]);
#else
  for (long i = 0; i < n; ++i)
    o[i] = sqrtf(a[i]);
#endif
  result = o[n / 2] + o[n - 1];
}
