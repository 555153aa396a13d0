// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams without restrict: the compiler must check or assume overlap.
#include <stddef.h>

void alias_triad(float *a, const float *b, const float *c, float s, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

void alias_update(double *a, const double *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] *= *s;
}

void four_op(double *restrict a, const double *restrict b,
             const double *restrict c, const double *restrict d, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] + c[i] * d[i];
}

void fill(int *a, int v, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = v + (int)i;
}
