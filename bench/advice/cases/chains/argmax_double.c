// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: independent-chains
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm -x86-cmov-converter=0
#include "../../case.h"

DATA double a[SIZE];

void kernel_init(void) { FILL(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  double m[COUNT];
  long at[COUNT];
  EACH m[c] = 0, at[c] = 0;
  for (long i = 0; i < n; i += COUNT)
    EACH {
      double x = a[i + c];
      at[c] = __builtin_unpredictable(x > m[c]) ? i + c : at[c];
      m[c] = __builtin_unpredictable(x > m[c]) ? x : m[c];
    }
  double best = m[0];
  long where = at[0];
  for (int c = 1; c < COUNT; ++c)
    if (m[c] > best || (m[c] == best && at[c] < where))
      best = m[c], where = at[c];
#else
  double best = 0;
  long where = 0;
  for (long i = 0; i < n; ++i) {
    double x = a[i];
    where = __builtin_unpredictable(x > best) ? i : where;
    best = __builtin_unpredictable(x > best) ? x : best;
  }
#endif
  result = best + where;
}
