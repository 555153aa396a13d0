// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/biquad_transposed_f32
// tags: latency,memory
// about: a transposed biquad in single precision, two delays in a structure

#include "kernel.h"

struct biquad {
  float b0, b1, b2, a1, a2, z1, z2;
};

KB_DATA struct biquad filter;
KB_DATA float x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct biquad *given_f;
KB_DATA float *given_to;

void kernel_init(void) {
  filter = (struct biquad){0.2f, 0.3f, 0.2f, 0.5f, -0.25f, 1, 1};
  KB_FILL(x, 0.5, 1.5);
  given_f = &filter;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct biquad *f = given_f;
  float *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float y = f->b0 * x[i] + f->z1;
    f->z1 = f->b1 * x[i] + f->a1 * y + f->z2;
    f->z2 = f->b2 * x[i] + f->a2 * y;
    to[i] = y;
  }
}
