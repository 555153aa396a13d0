// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: shift-vectors
// needs: __AVX512F__
// flags: -O3 -fno-unroll-loops -mprefer-vector-width=512 -mllvm -force-vector-interleave=1
#include "../../case.h"
#include <immintrin.h>

DATA float a[SIZE + 64], o[SIZE];

void kernel_init(void) { FILL(a); }

KERNEL void kernel(long n) {
#ifdef AFTER
  __m512 now = _mm512_load_ps(a);
  for (long i = 0; i < n; i += 16) {
    __m512 next = _mm512_load_ps(a + i + 16);
    __m512i l = _mm512_castps_si512(now), h = _mm512_castps_si512(next);
#define SHIFT(N) _mm512_castsi512_ps(_mm512_alignr_epi32(h, l, N))
    _mm512_store_ps(o + i, now + SHIFT(1) + SHIFT(2) + SHIFT(3) + SHIFT(4));
    now = next;
  }
#else
  for (long i = 0; i < n; ++i)
    o[i] = a[i] + a[i + 1] + a[i + 2] + a[i + 3] + a[i + 4];
#endif
  result = o[n / 2];
}
