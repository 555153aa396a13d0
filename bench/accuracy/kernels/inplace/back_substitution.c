// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/back_substitution
// tags: latency,memory
// about: x[i] = (b[i] - u[i] x[i+1]) r[i] from the end; products kept

#include "kernel.h"

KB_DATA double b[KB_MAX_N + 1], u[KB_MAX_N + 1], x[KB_MAX_N + 1],
    kept[KB_MAX_N + 1];
KB_DATA double *given_to;
KB_DATA double *given_second;

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(u, 0.2, 0.4);
  given_to = x;
  given_second = kept;
}

KB_KERNEL void kernel(KB_INT n) {
  double *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = n - 1; i >= 0; --i) {
    const double t = u[i] * to[i + 1];
    second[i] = t;
    to[i] = b[i] - t;
  }
}
