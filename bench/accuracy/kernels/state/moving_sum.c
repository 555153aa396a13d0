// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/moving_sum
// tags: latency,memory
// about: s->sum += x[i+8] - x[i] in 64 bits; out[i] = s->sum

#include "kernel.h"

struct window {
  int64_t sum;
};

KB_DATA struct window window;
KB_DATA int64_t x[KB_MAX_N + 8], out[KB_MAX_N];
KB_DATA struct window *given_s;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_s = &window;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct window *s = given_s;
  int64_t *to = given_to;
  s->sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->sum += x[i + 8] - x[i];
    to[i] = s->sum;
  }
}
