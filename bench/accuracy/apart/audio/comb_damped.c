// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/comb_damped
// tags: latency,memory
// about: comb filter over four slots with a low-pass in its feedback

#include "kernel.h"

struct comb {
  float slot[4], damp;
};
KB_DATA struct comb comb;
KB_DATA float x[KB_MAX_N], y[KB_MAX_N];
KB_DATA struct comb *given_c;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_c = &comb;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  struct comb *c = given_c;
  float *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    float *slot = &c->slot[i & 3];
    out[i] = *slot;
    c->damp = 0.7f * *slot + 0.3f * c->damp;
    *slot = x[i] + 0.5f * c->damp;
  }
}
