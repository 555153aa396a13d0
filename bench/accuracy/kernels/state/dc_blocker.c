// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/dc_blocker
// tags: latency,memory
// about: y = x - s->x1 + r s->y1 in single precision

#include "kernel.h"

struct blocker {
  float x1, y1;
};

KB_DATA struct blocker blocker;
KB_DATA float x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct blocker *given_s;
KB_DATA float *given_to;

void kernel_init(void) {
  blocker = (struct blocker){1, 1};
  for (int i = 0; i < KB_MAX_N; ++i)
    x[i] = i % 2 ? 1.5f : 0.5f;
  given_s = &blocker;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct blocker *s = given_s;
  float *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float y = x[i] - s->x1 + 0.75f * s->y1;
    s->x1 = x[i];
    s->y1 = y;
    to[i] = y;
  }
}
