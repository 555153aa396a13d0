// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point division, reciprocal and square root.
#include <stddef.h>

void divide_f64(double *restrict q, const double *restrict a,
                const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    q[i] = a[i] / b[i];
}

void reciprocal_f32(float *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = 1.0f / a[i];
}

void hypotenuse(double *restrict h, const double *restrict x,
                const double *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double q = x[i] * x[i] + y[i] * y[i];
    h[i] = q > 0.0 ? q / __builtin_sqrt(q) : 0.0;
  }
}

double continued(const double *a, size_t n) {
  double r = 1.0;
  for (size_t i = n; i-- > 0;)
    r = a[i] + 1.0 / r;
  return r;
}
