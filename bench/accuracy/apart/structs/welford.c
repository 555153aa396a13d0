// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/welford
// tags: latency,divider,memory
// about: running mean and squared deviations in a struct, the mean of each prefix written out

#include "kernel.h"

struct running {
  double count, mean, m2;
};
KB_DATA struct running stats;
KB_DATA double x[KB_MAX_N], means[KB_MAX_N];
KB_DATA struct running *given_s;
KB_DATA double *given_out;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_s = &stats;
  given_out = means;
}

KB_KERNEL void kernel(KB_INT n) {
  struct running *s = given_s;
  double *out = given_out;
  *s = (struct running){0, 0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->count += 1.0;
    const double d = x[i] - s->mean;
    s->mean += d / s->count;
    s->m2 += d * (x[i] - s->mean);
    out[i] = s->mean;
  }
}
