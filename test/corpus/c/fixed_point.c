// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fixed-point products, rounding shifts and a complex rotation.
#include <stddef.h>
#include <stdint.h>

void q15_scale(int16_t *a, int16_t g, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = (int16_t)((a[i] * g + 0x4000) >> 15);
}

int64_t q31_dot(const int32_t *restrict a, const int32_t *restrict b,
                size_t n) {
  int64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += (int64_t)a[i] * b[i] >> 16;
  return s;
}

void q16_rotate(int32_t *restrict x, int32_t *restrict y, int32_t c, int32_t s,
                size_t n) {
  for (size_t i = 0; i < n; i++) {
    int64_t u = (int64_t)x[i] * c - (int64_t)y[i] * s;
    int64_t v = (int64_t)x[i] * s + (int64_t)y[i] * c;
    x[i] = (int32_t)(u >> 16);
    y[i] = (int32_t)(v >> 16);
  }
}
