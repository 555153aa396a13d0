// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/double_as_integer
// tags: latency,memory
// about: a double is stored, its bits are loaded as an integer

#include "kernel.h"

KB_DATA double value[1];
KB_DATA double x[KB_MAX_N];
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
  for (KB_INT i = 0; i < n; ++i)
    *as_double = x[i] + (double)(int64_t)(*as_bits >> 52);
}
