// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/swap_buffers
// tags: latency,memory
// about: two cells change places with a step of each, pointers to both

#include "kernel.h"

KB_DATA double cells[16], x[KB_MAX_N];
KB_DATA double *given_a;
KB_DATA double *given_b;

void kernel_init(void) {
  cells[0] = cells[8] = 1;
  KB_FILL(x, 0.5, 1.5);
  given_a = cells;
  given_b = cells + 8;
}

KB_KERNEL void kernel(KB_INT n) {
  double *a = given_a, *b = given_b;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = *a;
    *a = 0.5 * *b + x[i];
    *b = 0.25 * t + x[i];
  }
}
