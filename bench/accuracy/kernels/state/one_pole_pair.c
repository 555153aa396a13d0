// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/one_pole_pair
// tags: latency,memory
// about: a fast and a slow pole in one structure; out[i] = their difference

#include "kernel.h"

struct poles {
  float fast, slow;
};

KB_DATA struct poles poles;
KB_DATA float x[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  poles = (struct poles){1, 1};
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  struct poles *s = &poles;
  float *to = out;
  KB_HIDE(s);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->fast += 0.5f * (x[i] - s->fast);
    s->slow += 0.125f * (x[i] - s->slow);
    to[i] = s->fast - s->slow + 4.0f;
  }
}
