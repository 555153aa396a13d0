// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: wide-index
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fwrapv
#include "../../case.h"

#ifdef AFTER
typedef ptrdiff_t place;
#else
typedef int32_t place;
#endif
DATA place step[1024];

void kernel_init(void) {
  for (int i = 0; i < 1024; ++i)
    step[i] = (i * 5 + 3) % 97;
}

KERNEL void kernel(long n) {
  place at = 0, add = n > 2;
  for (long i = 0; i < n; ++i) {
    place in = step[at] + add;
    at = in;
  }
  result = at;
}
