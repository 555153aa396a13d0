// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Digital filters: finite and infinite impulse response.
#include <stddef.h>

void fir(float *restrict y, const float *restrict x, const float *restrict h,
         size_t n, size_t taps) {
  for (size_t i = 0; i < n; i++) {
    float s = 0.0f;
    for (size_t k = 0; k < taps; k++)
      s += h[k] * x[i + k];
    y[i] = s;
  }
}

void iir1(double *restrict y, const double *restrict x, double a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    y[i] = s += a * (x[i] - s);
}

void biquad(double *restrict y, const double *restrict x, const double c[5],
            size_t n) {
  double d1 = 0.0, d2 = 0.0;
  for (size_t i = 0; i < n; i++) {
    double v = x[i];
    double o = c[0] * v + d1;
    d1 = c[1] * v - c[3] * o + d2;
    d2 = c[2] * v - c[4] * o;
    y[i] = o;
  }
}
