// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/short_echo
// tags: latency,memory
// about: a ring of 4 floats: v = x[i] + 0.5 ring[(i-1) & 3]

#include "kernel.h"

KB_DATA float ring[4], x[KB_MAX_N], out[KB_MAX_N];
KB_DATA float *given_r;
KB_DATA float *given_to;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_r = ring;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  float *r = given_r, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    r[i & 3] = x[i] + 0.5f * r[(i - 1) & 3];
    to[i] = x[i];
  }
}
