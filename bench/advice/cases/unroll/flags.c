// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: unroll
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA uint8_t a[SIZE], o[SIZE];

void kernel_init(void) { FILL_INT(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; i += COUNT)
    EACH o[i + c] = a[i + c] > 100;
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] > 100;
#endif
  result = o[n / 2] + o[n / 2 + 1] * 2;
}
