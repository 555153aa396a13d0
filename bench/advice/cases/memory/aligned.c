// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: align-data
// flags: -O3 -mavx -mprefer-vector-width=256 -fno-unroll-loops -mllvm -force-vector-interleave=1
#include "../../case.h"

// The arrays behind the count lie a float beyond a vector, or at one. What is
// stored is known to lie at one, and with it where the others lie.
#ifdef AFTER
#define NUM_COUNTS 16
#else
#define NUM_COUNTS 1
#endif

#define MANY 704
DATA struct {
  float o[MANY], count[NUM_COUNTS], a[MANY], b[MANY], c[MANY];
} d;

void kernel_init(void) {
  FILL(d.a);
  FILL(d.b);
  FILL(d.c);
}

KERNEL void kernel(long n) {
  for (long i = 0; i < n; ++i)
    d.o[i] = d.a[i] * d.b[i] + d.c[i];
  result = d.o[n / 2] + d.o[n - 1];
}
