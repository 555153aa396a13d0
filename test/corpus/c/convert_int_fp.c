// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between integers and floating point.
#include <stddef.h>
#include <stdint.h>

void i32_to_f64(double *restrict out, const int32_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = in[i];
}

void f32_to_i32(int32_t *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (int32_t)in[i];
}

void u8_to_f32(float *restrict out, const uint8_t *restrict in, float scale,
               size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (float)in[i] * scale;
}

double mean_i64(const int64_t *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += (double)a[i];
  return s / (double)n;
}
