// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: unroll
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm -disable-loop-idiom-all
#include "../../case.h"

DATA uint32_t a[SIZE], b[SIZE];
DATA uint32_t o[SIZE];

void kernel_init(void) {
  FILL_INT(a);
  FILL_INT(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long k = 0; k < n; k += COUNT)
    EACH {
      long i = k + c;
      o[i] = a[i] + b[i];
    }
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] + b[i];
#endif
  result = o[n / 2] + o[n - 1];
}
