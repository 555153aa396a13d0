// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: vector-divide
// flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
#include "../../case.h"
#include <immintrin.h>

DATA double a[2 * SIZE], b[2 * SIZE], o[SIZE];

void kernel_init(void) {
  FILL(a);
  FILL(b);
}

KERNEL void kernel(long n) {
#ifdef AFTER
  for (long i = 0; i < n; i += 2) {
    __m128d x = _mm_set_pd(a[2 * i + 2], a[2 * i]);
    __m128d y = _mm_set_pd(b[2 * i + 2], b[2 * i]);
    _mm_storeu_pd(o + i, x / y);
  }
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[2 * i] / b[2 * i];
#endif
  result = o[n / 2];
}
