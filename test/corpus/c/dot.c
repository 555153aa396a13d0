// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner products in several element types; strict order for floating point.
#include <stddef.h>
#include <stdint.h>

double dot_f64(const double *x, const double *y, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

float dot_f32(const float *x, const float *y, size_t n) {
  float s = 0.0f;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

double dot_f32_wide(const float *x, const float *y, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += (double)x[i] * y[i];
  return s;
}

int64_t dot_i32(const int32_t *x, const int32_t *y, size_t n) {
  int64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += (int64_t)x[i] * y[i];
  return s;
}
