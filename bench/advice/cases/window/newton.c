// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: interleave
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

DATA double a[SIZE], o[SIZE];

void kernel_init(void) { FILL(a); }

static inline double f(double x) {
  double y = x;
  _Pragma("clang loop unroll(full)") for (int k = 0; k < 16; ++k) {
    y = y * (1.5 - x * y);
    __asm__("" : "+x"(y));
  }
  return y;
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; i += COUNT) {
    double y[COUNT];
    EACH y[c] = a[i + c];
    _Pragma("clang loop unroll(full)") for (int k = 0; k < 16; ++k)
      EACH {
        y[c] = y[c] * (1.5 - a[i + c] * y[c]);
        __asm__("" : "+x"(y[c]));
      }
    EACH o[i + c] = y[c];
  }
#else
  for (long i = 0; i < n; ++i)
    o[i] = f(a[i]);
#endif
  result = o[n / 2];
}
