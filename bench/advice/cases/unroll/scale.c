// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: unroll
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm -disable-loop-idiom-all
#include "../../case.h"

DATA double a[TRIPS], b[TRIPS];
DATA double o[TRIPS];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long k = 0; k < n; k += COUNT)
    EACH {
      long i = k + c;
      o[i] = 3.0 * a[i];
    }
#else
  for (long i = 0; i < n; ++i)
    o[i] = 3.0 * a[i];
#endif
  result = o[n / 2] + o[n - 1];
}
