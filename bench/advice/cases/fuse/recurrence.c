// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: fuse-multiply-add
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
// before: -ffp-contract=off
// after: -ffp-contract=fast
#include "../../case.h"

DATA double a[SIZE], o[SIZE];

void kernel_init(void) { FILL(a); }

KERNEL void kernel(long n) {
  double t = 0;
  for (long i = 0; i < n; ++i)
    o[i] = t = t * 0.5 + a[i];
  result = t + o[n - 1];
}
