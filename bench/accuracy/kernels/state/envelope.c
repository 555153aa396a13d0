// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/envelope
// tags: latency,memory
// about: s->env = max(abs x[i], s->env * decay); out[i] = x[i] * s->env

#include "kernel.h"

struct follower {
  double decay, env;
};

KB_DATA struct follower follower;
KB_DATA double x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct follower *given_s;
KB_DATA double *given_to;

void kernel_init(void) {
  follower = (struct follower){0.75, 1};
  for (int i = 0; i < KB_MAX_N; ++i)
    x[i] = i % 4 == 0 ? -1.5 : 0.25;
  given_s = &follower;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct follower *s = given_s;
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double level = __builtin_fabs(x[i]), fallen = s->env * s->decay;
    s->env = level > fallen ? level : fallen;
    to[i] = x[i] * s->env;
  }
}
