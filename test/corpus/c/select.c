// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clamps, selects and conditional sums.
#include <stddef.h>

void clamp(float *a, float lo, float hi, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = a[i] < lo ? lo : a[i] > hi ? hi : a[i];
}

void leaky(double *restrict y, const double *restrict x, double slope,
           size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = x[i] > 0.0 ? x[i] : slope * x[i];
}

int sum_if(const int *a, int key, size_t n) {
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] > key ? a[i] : 0;
  return s;
}

double sum_masked(const double *a, const unsigned char *mask, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    if (mask[i])
      s += a[i];
  return s;
}
