// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/short_counters
// tags: latency,memory
// about: two 16-bit counters in a structure, the second advanced by the first

#include "kernel.h"

struct counters {
  uint16_t ticks, turns;
};

KB_DATA struct counters counters;
KB_DATA uint16_t step[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct counters *given_c;
KB_DATA uint16_t *given_to;

void kernel_init(void) {
  KB_FILL(step, 0, 1000);
  given_c = &counters;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct counters *c = given_c;
  uint16_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c->ticks = (uint16_t)(c->ticks + step[i]);
    to[i] = c->ticks;
    c->turns = (uint16_t)(c->turns + (c->ticks >> 8));
  }
}
