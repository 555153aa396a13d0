// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 4x4 register tile of a matrix product: sixteen independent sums.
#include <stddef.h>

void gemm_tile4(double *restrict c, size_t ldc, const double *restrict a,
                const double *restrict b, size_t k) {
  double t[4][4] = {{0.0}};
  for (size_t p = 0; p < k; p++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        t[i][j] += a[4 * p + i] * b[4 * p + j];
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      c[i * ldc + j] += t[i][j];
}

void gemm_tile2(float *restrict c, const float *restrict a,
                const float *restrict b, size_t k) {
  float t00 = 0, t01 = 0, t10 = 0, t11 = 0;
  for (size_t p = 0; p < k; p++) {
    t00 += a[2 * p] * b[2 * p];
    t01 += a[2 * p] * b[2 * p + 1];
    t10 += a[2 * p + 1] * b[2 * p];
    t11 += a[2 * p + 1] * b[2 * p + 1];
  }
  c[0] = t00, c[1] = t01, c[2] = t10, c[3] = t11;
}
