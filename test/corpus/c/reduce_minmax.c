// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Smallest, largest, and the position of the smallest.
#include <stddef.h>

double min_f64(const double *a, size_t n) {
  double m = a[0];
  for (size_t i = 1; i < n; i++)
    m = a[i] < m ? a[i] : m;
  return m;
}

float max_f32(const float *a, size_t n) {
  float m = a[0];
  for (size_t i = 1; i < n; i++)
    if (a[i] > m)
      m = a[i];
  return m;
}

int max_i32(const int *a, size_t n) {
  int m = a[0];
  for (size_t i = 1; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}

size_t argmin_f64(const double *a, size_t n) {
  size_t at = 0;
  for (size_t i = 1; i < n; i++)
    if (a[i] < a[at])
      at = i;
  return at;
}
