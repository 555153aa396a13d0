// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One-dimensional stencils, out of place and in place.
#include <stddef.h>

void blur3(double *restrict b, const double *restrict a, size_t n) {
  for (size_t i = 1; i + 1 < n; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}

void blur5(float *restrict b, const float *restrict a, size_t n) {
  for (size_t i = 2; i + 2 < n; i++)
    b[i] = 0.0625f * (a[i - 2] + a[i + 2]) + 0.25f * (a[i - 1] + a[i + 1]) +
           0.375f * a[i];
}

void relax1(double *a, size_t n) {
  for (size_t i = 1; i + 1 < n; i++)
    a[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

void difference(double *a, size_t n) {
  for (size_t i = 0; i + 1 < n; i++)
    a[i] = a[i + 1] - a[i];
}
