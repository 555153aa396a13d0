// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/affine_gap
// tags: latency,memory
// about: alignment with affine gaps: three rows, the gap row carried in memory

#include "kernel.h"

KB_DATA int32_t h[KB_MAX_N + 1], e[KB_MAX_N + 1], f[KB_MAX_N + 1],
    up[KB_MAX_N + 1];
KB_DATA int32_t *given_hh;
KB_DATA int32_t *given_ee;
KB_DATA int32_t *given_ff;

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j)
    up[j] = 40 + j % 4;
  given_hh = h;
  given_ee = e;
  given_ff = f;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *hh = given_hh, *ee = given_ee, *ff = given_ff;
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    const int32_t open = hh[j - 1] - 5, extend = ff[j - 1] - 1;
    ff[j] = open > extend ? open : extend;
    ee[j] = up[j] - 3;
    hh[j] = ee[j] > ff[j] ? ee[j] : ff[j];
  }
}
