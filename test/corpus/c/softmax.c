// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of neural-network layers: bias, scale and normalise.
#include <stddef.h>

void bias_relu(float *restrict a, const float *restrict bias, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float v = a[i] + bias[i];
    a[i] = v > 0.0f ? v : 0.0f;
  }
}

void normalise(float *a, float mean, float inv, const float *restrict g,
               const float *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = (a[i] - mean) * inv * g[i] + b[i];
}

void soft_shrink(float *restrict y, const float *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++)
    y[i] = x[i] / (1.0f + __builtin_fabsf(x[i]));
}

float exp_sum(const float *a, float top, size_t n) {
  float s = 0.0f;
  for (size_t i = 0; i < n; i++) {
    float t = (a[i] - top) * (1.0f / 256.0f) + 1.0f;
    t = t > 0.0f ? t : 0.0f;
    for (int k = 0; k < 8; k++)
      t *= t;
    s += t;
  }
  return s;
}
