// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nested loops whose inner bounds depend on outer variables or on data.
#include <stddef.h>

double triangle_sum(const double *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i; j < n; j++)
      s += a[i * n + j];
  return s;
}

void ragged_scale(float *a, const int *restrict start, float c, int rows) {
  for (int i = 0; i < rows; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      a[k] *= c;
}

void convolve(double *restrict c, const double *restrict a,
              const double *restrict b, int n) {
  for (int k = 0; k < 2 * n - 1; k++) {
    int lo = k < n ? 0 : k - n + 1, hi = k < n ? k : n - 1;
    double s = 0.0;
    for (int i = lo; i <= hi; i++)
      s += a[i] * b[k - i];
    c[k] = s;
  }
}

void sieve(unsigned char *mark, unsigned n) {
  for (unsigned p = 2; p * p < n; p++)
    if (!mark[p])
      for (unsigned k = p * p; k < n; k += p)
        mark[k] = 1;
}
