// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: wide-index
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fwrapv
#include "../../case.h"

#ifdef AFTER
typedef ptrdiff_t index;
#else
typedef int32_t index;
#endif
DATA index step[1024];

void kernel_init(void) {
  for (int i = 0; i < 1024; ++i)
    step[i] = (i * 5 + 3) % 97;
}

KERNEL void kernel(long n) {
  index at = 0, add = n > 2;
  for (long i = 0; i < n; ++i) {
    index in = step[at] + add;
    at = in;
  }
  result = at;
}
