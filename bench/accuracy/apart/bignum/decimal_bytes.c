// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/decimal_bytes
// tags: latency,memory
// about: sum of two decimal numbers, a digit a byte, the carry a byte in memory

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], flag;
KB_DATA uint8_t *given_carry;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(a, 0, 10);
  KB_FILL(b, 0, 10);
  given_carry = &flag;
  given_out = c;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *carry = given_carry;
  uint8_t *out = given_out;
  *carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned s = (unsigned)a[i] + b[i] + *carry;
    const unsigned over = s > 9;
    *carry = (uint8_t)over;
    out[i] = (uint8_t)(s - 10 * over);
  }
}
