// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over float, double and integers.
#include <stddef.h>
#include <stdint.h>

double sum_f64(const double *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}

float sum_f32(const float *a, size_t n) {
  float s = 0.0f;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}

int sum_i32(const int *a, size_t n) {
  int s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}

uint64_t sum_u8(const uint8_t *a, size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}
