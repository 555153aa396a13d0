// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: reuse-loads
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-slp-vectorize
// before: -O1
#include "../../case.h"

DATA uint32_t a[SIZE], o[SIZE];

void kernel_init(void) { FILL_INT(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  uint32_t v0 = a[0], v1 = a[1], v2 = a[2], v3 = a[3];
  for (long i = 0; i < n; i += 4) {
    uint32_t v4 = a[i + 4];
    o[i] = v0 + v1 + v2 + v3 + v4;
    v0 = a[i + 5];
    o[i + 1] = v1 + v2 + v3 + v4 + v0;
    v1 = a[i + 6];
    o[i + 2] = v2 + v3 + v4 + v0 + v1;
    v2 = a[i + 7];
    o[i + 3] = v3 + v4 + v0 + v1 + v2;
    v3 = v2, v2 = v1, v1 = v0, v0 = v4;
  }
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4];
#endif
  result = o[n / 2];
}
