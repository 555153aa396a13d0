// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that leave early on a condition found in the data.
#include <stddef.h>

int all_sorted(const int *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (a[i] < a[i - 1])
      return 0;
  return 1;
}

size_t first_above(const double *a, double limit, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++) {
    s += a[i];
    if (s > limit)
      return i;
  }
  return n;
}

int mismatch(const float *restrict a, const float *restrict b, float eps,
             int n) {
  int i = 0;
  while (i < n && __builtin_fabsf(a[i] - b[i]) <= eps)
    i++;
  return i;
}

double series(double x) {
  double term = 1.0, s = 1.0;
  for (int k = 1; k < 200; k++) {
    term *= x / k;
    s += term;
    if (term < 1e-17 && term > -1e-17)
      break;
  }
  return s;
}
