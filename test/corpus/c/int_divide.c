// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer quotients and remainders: by variables and by constants.
#include <stddef.h>
#include <stdint.h>

void div_u32(uint32_t *restrict q, const uint32_t *restrict a,
             const uint32_t *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    q[i] = a[i] / b[i];
}

uint64_t mod_sum(const uint64_t *a, uint64_t m, size_t n) {
  uint64_t s = 0;
  for (size_t i = 0; i < n; i++)
    s += a[i] % m;
  return s;
}

void div_const(int32_t *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] /= 10;
}

unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}
