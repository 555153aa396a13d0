// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/window_sum
// tags: latency,memory
// about: moving sum over a window of 16 kept in a struct with its cursor

#include "kernel.h"

struct window {
  uint32_t sum, at, slot[16];
};
KB_DATA struct window window;
KB_DATA uint32_t x[KB_MAX_N], y[KB_MAX_N];
KB_DATA struct window *given_w;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_w = &window;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  struct window *w = given_w;
  uint32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t at = w->at & 15;
    w->sum += x[i] - w->slot[at];
    w->slot[at] = x[i];
    w->at = at + 1;
    out[i] = w->sum >> 4;
  }
}
