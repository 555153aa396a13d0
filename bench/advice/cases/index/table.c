// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: wide-index
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"

#ifdef AFTER
typedef size_t place;
#else
typedef int32_t place;
#endif
DATA place next[1024];

void kernel_init(void) {
  for (int i = 0; i < 1024; ++i)
    next[i] = (i * 5 + 3) & 1023;
}

KERNEL void kernel(long n) {
  place at = 0;
  for (long i = 0; i < n; ++i) {
    at = next[at];
    __asm__ volatile("" : : "r"(at));
  }
  result = at;
}
