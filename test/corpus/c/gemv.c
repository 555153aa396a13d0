// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dense matrix-vector product by rows and by columns, and a rank-one update.
#include <stddef.h>

void gemv_rows(double *restrict y, const double *restrict a,
               const double *restrict x, size_t m, size_t n) {
  for (size_t i = 0; i < m; i++) {
    double s = 0.0;
    for (size_t j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

void gemv_cols(double *restrict y, const double *restrict a,
               const double *restrict x, size_t m, size_t n) {
  for (size_t j = 0; j < n; j++)
    for (size_t i = 0; i < m; i++)
      y[i] += a[j * m + i] * x[j];
}

void ger(float *restrict a, const float *restrict x, const float *restrict y,
         size_t m, size_t n) {
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++)
      a[i * n + j] += x[i] * y[j];
}
