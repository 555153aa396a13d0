// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saturating sums, differences and narrowing.
#include <stddef.h>
#include <stdint.h>

void add_sat_u8(uint8_t *restrict c, const uint8_t *restrict a,
                const uint8_t *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int s = a[i] + b[i];
    c[i] = (uint8_t)(s > 255 ? 255 : s);
  }
}

void sub_sat_u16(uint16_t *a, uint16_t v, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = (uint16_t)(a[i] > v ? a[i] - v : 0);
}

void narrow_i16(int16_t *restrict out, const int32_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[i] = (int16_t)(in[i] < -32768 ? -32768 : in[i] > 32767 ? 32767 : in[i]);
}

int32_t accumulate_sat(const int32_t *a, size_t n) {
  int32_t s = 0;
  for (size_t i = 0; i < n; i++)
    if (__builtin_add_overflow(s, a[i], &s))
      s = a[i] < 0 ? INT32_MIN : INT32_MAX;
  return s;
}
