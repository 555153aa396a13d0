// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compensated summation: a long dependence chain per element.
#include <stddef.h>

double kahan_sum(const double *a, size_t n) {
  double s = 0.0, c = 0.0;
  for (size_t i = 0; i < n; i++) {
    double y = a[i] - c;
    double t = s + y;
    c = (t - s) - y;
    s = t;
  }
  return s;
}

double two_sum_total(const double *a, size_t n) {
  double s = 0.0, e = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = s + a[i];
    double z = t - s;
    e += (s - (t - z)) + (a[i] - z);
    s = t;
  }
  return s + e;
}
