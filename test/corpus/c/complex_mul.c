// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex products on interleaved and on split data.
#include <stddef.h>

void cmul(double *restrict z, const double *restrict x,
          const double *restrict y, size_t n) {
  for (size_t i = 0; i < 2 * n; i += 2) {
    z[i] = x[i] * y[i] - x[i + 1] * y[i + 1];
    z[i + 1] = x[i] * y[i + 1] + x[i + 1] * y[i];
  }
}

void cmul_split(float *restrict zr, float *restrict zi,
                const float *restrict xr, const float *restrict xi,
                const float *restrict yr, const float *restrict yi, size_t n) {
  for (size_t i = 0; i < n; i++) {
    zr[i] = xr[i] * yr[i] - xi[i] * yi[i];
    zi[i] = xr[i] * yi[i] + xi[i] * yr[i];
  }
}

double cpower(double re, double im, size_t n) {
  double a = 1.0, b = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = a * re - b * im;
    b = a * im + b * re;
    a = t;
  }
  return a * a + b * b;
}
