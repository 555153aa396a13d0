// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorisation of a symmetric positive definite matrix, by rows.
#include <stddef.h>

void cholesky(double *a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++) {
      double s = a[i * n + j];
      for (size_t k = 0; k < j; k++)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
    double d = a[i * n + i];
    for (size_t k = 0; k < i; k++)
      d -= a[i * n + k] * a[i * n + k];
    a[i * n + i] = __builtin_sqrt(d);
  }
}

void rank_update(float *restrict a, const float *restrict v, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++)
      a[i * n + j] -= v[i] * v[j];
}
