// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/fft_butterfly
// tags: ports,memory,frontend
// about: (a, b) = (a + w b, a - w b) / 2 + c, split complex

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA float ar[KB_MAX_N], ai[KB_MAX_N], br[KB_MAX_N], bi[KB_MAX_N],
    wr[KB_MAX_N], wi[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(ar, 0.5, 1.5);
  KB_FILL(ai, 0.5, 1.5);
  KB_FILL(br, 0.5, 1.5);
  KB_FILL(bi, 0.5, 1.5);
  KB_FILL(wr, 0.1, 0.6);
  KB_FILL(wi, 0.1, 0.6);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float tr = wr[i] * br[i] - wi[i] * bi[i];
    const float ti = wr[i] * bi[i] + wi[i] * br[i];
    const float xr = ar[i], xi = ai[i];
    ar[i] = 0.5f * (xr + tr) + 0.4f;
    ai[i] = 0.5f * (xi + ti) + 0.4f;
    br[i] = 0.5f * (xr - tr) + 0.4f;
    bi[i] = 0.5f * (xi - ti) + 0.4f;
  }
}
