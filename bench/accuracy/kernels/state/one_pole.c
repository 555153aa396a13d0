// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/one_pole
// tags: latency,memory
// about: s->y += k (x[i] - s->y); out[i] = s->y

#include "kernel.h"

struct pole {
  double k, y;
};

KB_DATA struct pole pole;
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct pole *given_s;
KB_DATA double *given_to;

void kernel_init(void) {
  pole = (struct pole){0.25, 1};
  KB_FILL(x, 0.5, 1.5);
  given_s = &pole;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct pole *s = given_s;
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->y += s->k * (x[i] - s->y);
    to[i] = s->y;
  }
}
