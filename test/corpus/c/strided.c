// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strided access: constant and variable steps, (de)interleaving.
#include <stddef.h>

double sum_step(const double *a, size_t n, size_t step) {
  double s = 0.0;
  for (size_t i = 0; i < n; i += step)
    s += a[i];
  return s;
}

void scale_every3(float *a, float c, size_t n) {
  for (size_t i = 0; i < n; i += 3)
    a[i] *= c;
}

void split2(float *restrict re, float *restrict im, const float *restrict z,
            size_t n) {
  for (size_t i = 0; i < n; i++) {
    re[i] = z[2 * i];
    im[i] = z[2 * i + 1];
  }
}

void join2(double *restrict z, const double *restrict x,
           const double *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    z[2 * i] = x[i];
    z[2 * i + 1] = y[i];
  }
}
