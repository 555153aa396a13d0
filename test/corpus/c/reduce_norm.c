// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One-norm, two-norm, largest magnitude and a product.
#include <stddef.h>

double norm1(const double *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += __builtin_fabs(a[i]);
  return s;
}

double norm2(const double *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += a[i] * a[i];
  return __builtin_sqrt(s);
}

float norm_inf(const float *a, size_t n) {
  float m = 0.0f;
  for (size_t i = 0; i < n; i++) {
    float v = __builtin_fabsf(a[i]);
    m = v > m ? v : m;
  }
  return m;
}

double product(const double *a, size_t n) {
  double p = 1.0;
  for (size_t i = 0; i < n; i++)
    p *= a[i];
  return p;
}
