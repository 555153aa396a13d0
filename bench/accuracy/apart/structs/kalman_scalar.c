// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/kalman_scalar
// tags: latency,divider,memory
// about: scalar Kalman filter, estimate and variance behind a pointer

#include "kernel.h"

struct kalman {
  float x, p, q, r;
};
KB_DATA struct kalman filter;
KB_DATA float z[KB_MAX_N], estimate[KB_MAX_N];
KB_DATA struct kalman *given_k;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(z, 0.5, 1.5);
  filter = (struct kalman){1, 1, 0.01f, 0.3f};
  given_k = &filter;
  given_out = estimate;
}

KB_KERNEL void kernel(KB_INT n) {
  struct kalman *k = given_k;
  float *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float p = k->p + k->q;
    const float gain = p / (p + k->r);
    k->x += gain * (z[i] - k->x);
    k->p = (1.0f - gain) * p;
    out[i] = k->x;
  }
}
