// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/odometer
// tags: latency,memory
// about: digits of a counter: the carry goes from byte to byte in memory

#include "kernel.h"

KB_DATA uint8_t digits[KB_MAX_N + 1];
KB_DATA volatile uint8_t *given_d;

void kernel_init(void) {
  KB_FILL(digits, 0, 10);
  given_d = digits;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile uint8_t *d = given_d;
  d[0] = 9;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i + 1] = (uint8_t)((d[i + 1] + (d[i] >> 3)) & 15);
}
