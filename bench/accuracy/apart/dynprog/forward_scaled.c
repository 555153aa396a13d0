// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/forward_scaled
// tags: latency,divider,memory
// about: forward algorithm of a hidden Markov model, scaled by a division in each step

#include "kernel.h"

struct belief {
  double a, b;
};
KB_DATA struct belief belief;
KB_DATA double ea[KB_MAX_N], eb[KB_MAX_N], scale[KB_MAX_N];
KB_DATA struct belief *given_p;
KB_DATA double *given_out;

void kernel_init(void) {
  KB_FILL(ea, 0.3, 0.7);
  KB_FILL(eb, 0.3, 0.7);
  given_p = &belief;
  given_out = scale;
}

KB_KERNEL void kernel(KB_INT n) {
  struct belief *p = given_p;
  double *out = given_out;
  p->a = p->b = 0.5;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double a = (0.9 * p->a + 0.2 * p->b) * ea[i];
    const double b = (0.1 * p->a + 0.8 * p->b) * eb[i];
    const double c = 1.0 / (a + b);
    p->a = a * c;
    p->b = b * c;
    out[i] = c;
  }
}
