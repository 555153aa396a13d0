// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/horner_functor
// tags: latency,memory
// about: an object evaluates a polynomial: sum = sum x + c[i], all sums kept

#include "kernel.h"

struct horner {
  double sum, x;
};

KB_DATA struct horner horner;
KB_DATA double c[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  horner = (struct horner){1, 0.5};
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  struct horner *self = &horner;
  double *to = out;
  KB_HIDE(self);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    self->sum = self->sum * self->x + c[i];
    to[i] = self->sum;
  }
}
