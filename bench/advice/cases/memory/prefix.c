// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: keep-in-register
// flags: -O1
#include "../../case.h"

DATA double a[SIZE], b[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  double before = a[0];
  for (long i = 1; i <= n; ++i)
    a[i] = before = before * 0.5 + b[i];
#else
  for (long i = 1; i <= n; ++i) {
    a[i] = a[i - 1] * 0.5 + b[i];
    // The compiler may not keep it.
    __asm__ volatile("" : : : "memory");
  }
#endif
  result = a[n];
}
