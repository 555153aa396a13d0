// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/cascade
// tags: latency,memory
// about: the output of one filter is the input of the next, states apart

#include "kernel.h"

struct pole {
  float k, y;
};

KB_DATA struct pole poles[8];
KB_DATA float x[KB_MAX_N];
KB_DATA struct pole *given_a;
KB_DATA struct pole *given_b;
KB_DATA struct pole *given_c;

void kernel_init(void) {
  poles[0] = poles[3] = poles[6] = (struct pole){0.5f, 1};
  KB_FILL(x, 0.5, 1.5);
  given_a = &poles[0];
  given_b = &poles[3];
  given_c = &poles[6];
}

KB_KERNEL void kernel(KB_INT n) {
  struct pole *a = given_a, *b = given_b, *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a->y += a->k * (x[i] - a->y);
    b->y += b->k * (a->y - b->y);
    c->y += c->k * (b->y - c->y);
  }
}
