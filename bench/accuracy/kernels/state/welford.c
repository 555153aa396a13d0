// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/welford
// tags: latency,memory,divider
// about: running mean and variance in a structure; out[i] = mean so far

#include "kernel.h"

struct moments {
  double count, mean, squares;
};

KB_DATA struct moments moments;
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct moments *given_s;
KB_DATA double *given_to;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_s = &moments;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct moments *s = given_s;
  double *to = given_to;
  *s = (struct moments){1, 1, 1};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double d = x[i] - s->mean;
    s->count += 1;
    s->mean += d / s->count;
    s->squares += d * (x[i] - s->mean);
    to[i] = s->mean;
  }
}
