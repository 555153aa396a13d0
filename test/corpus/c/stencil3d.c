// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three-dimensional stencils: seven points out of place and in place, and a
// wave step with two time levels.
#include <stddef.h>

void heat7(double *restrict b, const double *restrict a, double c, size_t n) {
  for (size_t k = 1; k < n - 1; k++)
    for (size_t j = 1; j < n - 1; j++)
      for (size_t i = 1; i < n - 1; i++) {
        size_t p = (k * n + j) * n + i;
        double s = a[p - 1] + a[p + 1] + a[p - n] + a[p + n] + a[p - n * n] +
                   a[p + n * n];
        b[p] = a[p] + c * (s - 6.0 * a[p]);
      }
}

void seidel7(double *a, double c, size_t n) {
  for (size_t k = 1; k < n - 1; k++)
    for (size_t j = 1; j < n - 1; j++)
      for (size_t i = 1; i < n - 1; i++) {
        size_t p = (k * n + j) * n + i;
        a[p] = c * (a[p - 1] + a[p + 1] + a[p - n] + a[p + n] + a[p - n * n] +
                    a[p + n * n]);
      }
}

void wave(float *restrict next, const float *restrict now,
          const float *restrict speed, size_t n, size_t s) {
  for (size_t p = s; p < n - s; p++)
    next[p] = 2.0f * now[p] - next[p] +
              speed[p] * (now[p - 1] + now[p + 1] + now[p - s] + now[p + s] -
                          4.0f * now[p]);
}
