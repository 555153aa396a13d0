// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elimination step of a dense factorisation, and row scaling.
#include <stddef.h>

void lu_step(double *a, size_t n, size_t k) {
  for (size_t i = k + 1; i < n; i++) {
    double f = a[i * n + k] /= a[k * n + k];
    for (size_t j = k + 1; j < n; j++)
      a[i * n + j] -= f * a[k * n + j];
  }
}

size_t find_pivot(const double *a, size_t n, size_t k) {
  size_t at = k;
  double best = 0.0;
  for (size_t i = k; i < n; i++) {
    double v = __builtin_fabs(a[i * n + k]);
    if (v > best) {
      best = v;
      at = i;
    }
  }
  return at;
}

void swap_rows(double *restrict r, double *restrict s, size_t n) {
  for (size_t j = 0; j < n; j++) {
    double t = r[j];
    r[j] = s[j];
    s[j] = t;
  }
}
