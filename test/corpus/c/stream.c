// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The four array streams: copy, scale, add and triad, plus a fill.
#include <stddef.h>

void stream_copy(double *restrict c, const double *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++)
    c[i] = a[i];
}

void stream_scale(double *restrict b, const double *restrict c, double s,
                  size_t n) {
  for (size_t i = 0; i < n; i++)
    b[i] = s * c[i];
}

void stream_add(double *restrict c, const double *restrict a,
                const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

void stream_triad(double *restrict a, const double *restrict b,
                  const double *restrict c, double s, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}
