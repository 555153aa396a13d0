// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/moving_average
// tags: latency,memory
// about: sum and place of a ring of 8 in one structure; averages written

#include "kernel.h"

struct average {
  int64_t sum, at, ring[8];
};

KB_DATA struct average average;
KB_DATA int64_t x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct average *given_a;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_a = &average;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct average *a = given_a;
  int64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a->sum += x[i] - a->ring[a->at];
    a->ring[a->at] = x[i];
    a->at = (a->at + 1) & 7;
    to[i] = a->sum >> 3;
  }
}
