// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multi-word integers: carries, products and shifts.
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 wide;

uint64_t big_add(uint64_t *restrict r, const uint64_t *restrict a,
                 const uint64_t *restrict b, size_t n) {
  uint64_t carry = 0;
  for (size_t i = 0; i < n; i++) {
    wide s = (wide)a[i] + b[i] + carry;
    r[i] = (uint64_t)s;
    carry = (uint64_t)(s >> 64);
  }
  return carry;
}

uint64_t big_mul_add(uint64_t *restrict r, const uint64_t *restrict a,
                     uint64_t m, size_t n) {
  uint64_t carry = 0;
  for (size_t i = 0; i < n; i++) {
    wide p = (wide)a[i] * m + r[i] + carry;
    r[i] = (uint64_t)p;
    carry = (uint64_t)(p >> 64);
  }
  return carry;
}

uint64_t big_shift(uint64_t *a, int k, size_t n) {
  uint64_t low = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t v = a[i];
    a[i] = v << k | low;
    low = v >> 1 >> (63 - k);
  }
  return low;
}

uint32_t big_mod_small(const uint32_t *a, uint32_t m, size_t n) {
  uint64_t r = 0;
  for (size_t i = n; i-- > 0;)
    r = (r << 32 | a[i]) % m;
  return (uint32_t)r;
}
