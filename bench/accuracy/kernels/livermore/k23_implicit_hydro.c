// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k23_implicit_hydro
// tags: latency,memory
// about: za[j] += w * (stencil - za[j]), in place

#define KB_MAX_N 320
#include "kernel.h"

KB_DATA double za[KB_MAX_N + 2], zr[KB_MAX_N + 2], zb[KB_MAX_N + 2],
    zu[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(za, 0.5, 1.5);
  KB_FILL(zr, 0.1, 0.3);
  KB_FILL(zb, 0.1, 0.3);
  KB_FILL(zu, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    const double q = za[j + 1] * zr[j] + za[j - 1] * zb[j] + zu[j] * 0.3;
    za[j] += 0.175 * (q - za[j]);
  }
}
