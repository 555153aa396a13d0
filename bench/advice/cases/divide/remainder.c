// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: integer-reciprocal
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA uint64_t a[SIZE], o[SIZE];
volatile uint64_t divisor = 1000003;

void kernel_init(void) { FILL_INT(a); }

KERNEL void kernel(long n) {
  uint64_t d = divisor;
#ifdef AFTER
  int log = 64 - __builtin_clzll(d);
  uint64_t m =
      (((unsigned __int128)1 << 64) * (((unsigned __int128)1 << log) - d)) / d +
      1;
  for (long i = 0; i < n; ++i) {
    uint64_t high = (unsigned __int128)m * a[i] >> 64;
    o[i] = a[i] - d * ((high + ((a[i] - high) >> 1)) >> (log - 1));
  }
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] % d;
#endif
  result = o[n / 2] + o[n - 1];
}
