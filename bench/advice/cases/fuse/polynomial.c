// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: fuse-multiply-add
// flags: -O3 -fno-unroll-loops -mprefer-vector-width=256 -mllvm -force-vector-interleave=1
// before: -ffp-contract=off
// after: -ffp-contract=fast
#include "../../case.h"

DATA double a[SIZE], b[SIZE];
DATA double o[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; ++i)
    o[i] = ((a[i] * 0.5 + 0.25) * a[i] + 0.125) * b[i] + 3.0;
#else
  for (long i = 0; i < n; ++i)
    o[i] = ((a[i] * 0.5 + 0.25) * a[i] + 0.125) * b[i] + 3.0;
#endif
  result = o[n / 2] + o[n - 1];
}
