// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/fft_radix2
// tags: ports,memory
// about: complex butterflies in place on interleaved doubles, scaled to keep the norm

#define KB_MAX_N 160
#include "kernel.h"

KB_DATA double x[4 * KB_MAX_N], w[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -1.0, 1.0);
  for (int k = 0; k < KB_MAX_N; ++k) {
    w[2 * k] = k & 1 ? 0.6 : 0.8;
    w[2 * k + 1] = k & 1 ? 0.8 : -0.6;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  double *a = x, *b = x + 2 * KB_MAX_N;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double wr = w[2 * i], wi = w[2 * i + 1];
    const double br = b[2 * i] * wr - b[2 * i + 1] * wi, bi = b[2 * i] * wi + b[2 * i + 1] * wr;
    const double ar = a[2 * i], ai = a[2 * i + 1], s = 0.70710678118654752;
    a[2 * i] = s * (ar + br);
    a[2 * i + 1] = s * (ai + bi);
    b[2 * i] = s * (ar - br);
    b[2 * i + 1] = s * (ai - bi);
  }
}
