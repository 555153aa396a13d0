// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/softmax_online
// tags: latency,divider,memory
// about: running maximum and rescaled sum in a struct, weights rational

#include "kernel.h"

struct softmax {
  float max, sum;
};
KB_DATA struct softmax softmax;
KB_DATA float x[KB_MAX_N], sums[KB_MAX_N];
KB_DATA struct softmax *given_s;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(x, 0.0, 2.0);
  given_s = &softmax;
  given_out = sums;
}

KB_KERNEL void kernel(KB_INT n) {
  struct softmax *s = given_s;
  float *out = given_out;
  *s = (struct softmax){0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float m = s->max > x[i] ? s->max : x[i];
    const float a = 1.0f + (m - s->max), b = 1.0f + (m - x[i]);
    s->sum = s->sum / (a * a) + 1.0f / (b * b);
    s->max = m;
    out[i] = s->sum;
  }
}
