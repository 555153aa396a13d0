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

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  struct window *s = &window;
  int64_t *to = out;
  s->sum = 0;
  KB_HIDE(s);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->sum += x[i + 8] - x[i];
    to[i] = s->sum;
  }
}
