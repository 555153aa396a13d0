// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials by pairing terms (Estrin's scheme), and a rational function.
#include <stddef.h>

void estrin7(double *restrict y, const double *restrict x, const double c[8],
             size_t n) {
  for (size_t i = 0; i < n; i++) {
    double t = x[i], t2 = t * t, t4 = t2 * t2;
    double lo = (c[0] + c[1] * t) + (c[2] + c[3] * t) * t2;
    double hi = (c[4] + c[5] * t) + (c[6] + c[7] * t) * t2;
    y[i] = lo + hi * t4;
  }
}

void rational(float *restrict y, const float *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float t = x[i], q = t * t;
    y[i] = t * (27.0f + q) / (27.0f + 9.0f * q);
  }
}

double even_odd(const double *c, double x, size_t n) {
  double e = 0.0, o = 0.0, q = x * x;
  for (size_t i = n / 2; i-- > 0;) {
    e = e * q + c[2 * i];
    o = o * q + c[2 * i + 1];
  }
  return e + x * o;
}
