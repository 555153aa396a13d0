// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/integer_as_double
// tags: latency,memory
// about: bits are stored as an integer and loaded as a double

#include "kernel.h"

KB_DATA double value[1], x[KB_MAX_N];
KB_DATA volatile double *given_as_double;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_as_double = value;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile double *as_double = given_as_double;
  volatile uint64_t *as_bits = (volatile uint64_t *)(volatile void *)as_double;
  *as_double = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double v = *as_double * 0.5 + x[i];
    uint64_t bits;
    __builtin_memcpy(&bits, &v, 8);
    *as_bits = bits | 1;
  }
}
