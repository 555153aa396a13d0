// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/spring_forces
// tags: memory,latency
// about: force of each spring taken from one mass and given to the next, through pointers

#include "kernel.h"

KB_DATA double place[KB_MAX_N + 1], force[KB_MAX_N + 1];
KB_DATA double *given_f;
KB_DATA const double *given_x;

void kernel_init(void) {
  for (int k = 0; k <= KB_MAX_N; ++k)
    place[k] = k + 0.1 * (k % 3);
  given_f = force;
  given_x = place;
}

KB_KERNEL void kernel(KB_INT n) {
  double *f = given_f;
  const double *x = given_x;
  f[0] = 0.0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double t = 20.0 * (x[i + 1] - x[i] - 1.0);
    f[i] += t;
    f[i + 1] = -t;
  }
}
