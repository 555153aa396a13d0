// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/biquad_direct
// tags: latency,memory
// about: a direct-form biquad whose four delays are in a structure; out[i] = y

#include "kernel.h"

struct biquad {
  double b0, b1, b2, a1, a2, x1, x2, y1, y2;
};

KB_DATA struct biquad filter;
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct biquad *given_f;
KB_DATA double *given_to;

void kernel_init(void) {
  filter = (struct biquad){0.2, 0.3, 0.2, 0.5, -0.25, 1, 1, 1, 1};
  KB_FILL(x, 0.5, 1.5);
  given_f = &filter;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct biquad *f = given_f;
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double y = f->b0 * x[i] + f->b1 * f->x1 + f->b2 * f->x2 +
                     f->a1 * f->y1 + f->a2 * f->y2;
    f->x2 = f->x1;
    f->x1 = x[i];
    f->y2 = f->y1;
    f->y1 = y;
    to[i] = y;
  }
}
