// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangular and tridiagonal solves.
#include <stddef.h>

void solve_lower(double *restrict x, const double *restrict l, size_t n) {
  for (size_t i = 0; i < n; i++) {
    double s = x[i];
    for (size_t j = 0; j < i; j++)
      s -= l[i * n + j] * x[j];
    x[i] = s / l[i * n + i];
  }
}

void solve_bidiagonal(double *restrict x, const double *restrict d,
                      const double *restrict e, size_t n) {
  x[0] /= d[0];
  for (size_t i = 1; i < n; i++)
    x[i] = (x[i] - e[i] * x[i - 1]) / d[i];
}

void tridiagonal(double *restrict x, double *restrict c,
                 const double *restrict a, const double *restrict b, size_t n) {
  for (size_t i = 1; i < n; i++) {
    double m = 1.0 / (b[i] - a[i] * c[i - 1]);
    c[i] *= m;
    x[i] = (x[i] - a[i] * x[i - 1]) * m;
  }
  for (size_t i = n - 1; i-- > 0;)
    x[i] -= c[i] * x[i + 1];
}
