// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse matrix-vector products: compressed rows, columns and diagonals.
#include <stddef.h>
#include <stdint.h>

void csr_matvec(double *restrict y, const double *restrict v,
                const int32_t *restrict col, const int32_t *restrict row,
                const double *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    double s = 0.0;
    for (int32_t k = row[i]; k < row[i + 1]; k++)
      s += v[k] * x[col[k]];
    y[i] = s;
  }
}

void csc_matvec(double *restrict y, const double *restrict v,
                const int64_t *restrict row, const int64_t *restrict col,
                const double *restrict x, int64_t n) {
  for (int64_t j = 0; j < n; j++)
    for (int64_t k = col[j]; k < col[j + 1]; k++)
      y[row[k]] += v[k] * x[j];
}

void dia_matvec(float *restrict y, const float *restrict d,
                const float *restrict x, size_t n, size_t offset) {
  for (size_t i = 0; i < n; i++)
    y[i] += d[i] * x[i + offset];
}
