// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y := a x + y and relatives.
#include <stddef.h>

void daxpy(double *restrict y, const double *restrict x, double a, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] += a * x[i];
}

void saxpy(float *y, const float *x, float a, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] += a * x[i];
}

void axpby(double *restrict y, const double *restrict x, double a, double b,
           size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = a * x[i] + b * y[i];
}

void rot(double *restrict x, double *restrict y, double c, double s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double u = c * x[i] + s * y[i];
    y[i] = c * y[i] - s * x[i];
    x[i] = u;
  }
}
