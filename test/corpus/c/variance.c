// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mean and variance in one pass, by sums and by running update.
#include <stddef.h>

double variance_sums(const double *a, size_t n) {
  double s = 0.0, q = 0.0;
  for (size_t i = 0; i < n; i++) {
    s += a[i];
    q += a[i] * a[i];
  }
  return (q - s * s / (double)n) / (double)n;
}

double variance_running(const double *a, size_t n) {
  double mean = 0.0, m2 = 0.0;
  for (size_t i = 0; i < n; i++) {
    double d = a[i] - mean;
    mean += d / (double)(i + 1);
    m2 += d * (a[i] - mean);
  }
  return m2 / (double)n;
}
