// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads through an index array.
#include <stddef.h>
#include <stdint.h>

double gather_sum(const double *a, const int32_t *idx, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += a[idx[i]];
  return s;
}

void permute(float *restrict b, const float *restrict a,
             const uint32_t *restrict idx, size_t n) {
  for (size_t i = 0; i < n; i++)
    b[i] = a[idx[i]];
}

void compose(int *restrict r, const int *restrict p, const int *restrict q,
             size_t n) {
  for (size_t i = 0; i < n; i++)
    r[i] = p[q[i]];
}

void lookup_linear(double *restrict y, const double *restrict x,
                   const double *restrict table, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int k = (int)x[i];
    double f = x[i] - k;
    y[i] = table[k] + f * (table[k + 1] - table[k]);
  }
}
