// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eight-bit matrix-vector product with 32-bit sums, signed and mixed sign.
#include <stddef.h>
#include <stdint.h>

void gemv_i8(int32_t *restrict y, const int8_t *restrict a,
             const int8_t *restrict x, size_t m, size_t n) {
  for (size_t i = 0; i < m; i++) {
    int32_t s = 0;
    for (size_t j = 0; j < n; j++)
      s += a[i * n + j] * x[j];
    y[i] = s;
  }
}

int32_t dot_u8i8(const uint8_t *x, const int8_t *w, size_t n) {
  int32_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * w[i];
  return s;
}

void requantize(int8_t *restrict q, const int32_t *restrict s, float scale,
                size_t n) {
  for (size_t i = 0; i < n; i++) {
    float v = (float)s[i] * scale;
    v = v < -128.0f ? -128.0f : v > 127.0f ? 127.0f : v;
    q[i] = (int8_t)v;
  }
}
