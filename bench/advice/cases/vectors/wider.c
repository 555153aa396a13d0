// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: wider-vectors
// flags: -O3 -fno-unroll-loops -mllvm -force-vector-interleave=1
// before: -mprefer-vector-width=128
// after: -mprefer-vector-width=256
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
    o[i] = 3.0f * a[i] + b[i];
#else
  for (long i = 0; i < n; ++i)
    o[i] = 3.0f * a[i] + b[i];
#endif
  result = o[n / 2] + o[n - 1];
}
