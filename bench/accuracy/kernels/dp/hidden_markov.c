// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/hidden_markov
// tags: latency,memory
// about: forward probabilities of two states, scaled, in an array of two

#include "kernel.h"

KB_DATA double alpha[2];
KB_DATA double seen[KB_MAX_N], out[KB_MAX_N];
KB_DATA double *given_a;
KB_DATA double *given_to;

void kernel_init(void) {
  alpha[0] = alpha[1] = 0.5;
  KB_FILL(seen, 0.5, 0.75);
  given_a = alpha;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  double *a = given_a, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = 0.5 * a[0] + 0.25 * a[1] + seen[i];
    const double y = 0.25 * a[0] + 0.5 * a[1] + 1 - seen[i];
    a[0] = x;
    a[1] = y;
    to[i] = x;
  }
}
