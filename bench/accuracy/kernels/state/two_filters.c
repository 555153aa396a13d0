// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/two_filters
// tags: latency,memory
// about: two one-pole filters in structures of their own, the same input

#include "kernel.h"

struct pole {
  double k, y;
};

KB_DATA struct pole poles[4];
KB_DATA double x[KB_MAX_N];
KB_DATA struct pole *given_a;
KB_DATA struct pole *given_b;

void kernel_init(void) {
  poles[0] = (struct pole){0.25, 1};
  poles[2] = (struct pole){0.5, 1};
  KB_FILL(x, 0.5, 1.5);
  given_a = &poles[0];
  given_b = &poles[2];
}

KB_KERNEL void kernel(KB_INT n) {
  struct pole *a = given_a, *b = given_b;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a->y += a->k * (x[i] - a->y);
    b->y += b->k * (x[i] - b->y);
  }
}
