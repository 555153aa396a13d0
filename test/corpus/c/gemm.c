// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix-matrix product in three loop orders.
#include <stddef.h>

enum { N = 64 };

void gemm_ikj(double c[restrict N][N], const double a[restrict N][N],
              const double b[restrict N][N]) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        c[i][j] += a[i][k] * b[k][j];
}

void gemm_ijk(double *restrict c, const double *restrict a,
              const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double s = 0.0;
      for (size_t k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void gemm_nt(float *restrict c, const float *restrict a,
             const float *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[j * n + k];
}
