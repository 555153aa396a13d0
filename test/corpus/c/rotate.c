// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotation of points, of bits in words, and of an array by one.
#include <stddef.h>
#include <stdint.h>

void rotate2d(float *restrict x, float *restrict y, float c, float s,
              size_t n) {
  for (size_t i = 0; i < n; i++) {
    float u = c * x[i] - s * y[i];
    y[i] = s * x[i] + c * y[i];
    x[i] = u;
  }
}

void rotate_words(uint32_t *restrict a, const uint32_t *restrict k, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t r = k[i] & 31;
    a[i] = a[i] << r | a[i] >> (-r & 31);
  }
}

void rotate_array(int *a, size_t n) {
  int first = a[0];
  for (size_t i = 0; i + 1 < n; i++)
    a[i] = a[i + 1];
  a[n - 1] = first;
}

double rotor(double c, double s, size_t n) {
  double x = 1.0, y = 0.0;
  for (size_t i = 0; i < n; i++) {
    double t = c * x - s * y;
    y = s * x + c * y;
    x = t;
  }
  return x + y;
}
