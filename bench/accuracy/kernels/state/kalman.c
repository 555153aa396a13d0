// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/kalman
// tags: latency,memory,divider
// about: a scalar Kalman filter: estimate and variance in a structure

#include "kernel.h"

struct kalman {
  double estimate, variance;
};

KB_DATA struct kalman kalman;
KB_DATA double z[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct kalman *given_s;
KB_DATA double *given_to;

void kernel_init(void) {
  kalman = (struct kalman){1, 1};
  KB_FILL(z, 0.5, 1.5);
  given_s = &kalman;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct kalman *s = given_s;
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double p = s->variance + 0.25, gain = p / (p + 0.5);
    s->estimate += gain * (z[i] - s->estimate);
    s->variance = (1 - gain) * p;
    to[i] = s->estimate;
  }
}
