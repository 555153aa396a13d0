// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between float and double, and a bit-level split.
#include <stddef.h>
#include <stdint.h>

void f32_to_f64(double *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = in[i];
}

void f64_to_f32(float *restrict out, const double *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (float)in[i];
}

void scale_mixed(float *a, double c, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = (float)(a[i] * c);
}

void exponents(int *restrict e, const float *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t bits;
    __builtin_memcpy(&bits, a + i, sizeof bits);
    e[i] = (int)(bits >> 23 & 0xff) - 127;
  }
}
