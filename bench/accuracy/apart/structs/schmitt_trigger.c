// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/schmitt_trigger
// tags: latency,memory
// about: on if x > high or (on and x > low): a flag in memory while flags are written

#include "kernel.h"

struct trigger {
  uint8_t on, flips;
  float low, high;
};
KB_DATA struct trigger trigger;
KB_DATA float x[KB_MAX_N];
KB_DATA uint8_t flags[KB_MAX_N];
KB_DATA struct trigger *given_t;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(x, 0.0, 1.0);
  trigger = (struct trigger){0, 0, 0.3f, 0.7f};
  given_t = &trigger;
  given_out = flags;
}

KB_KERNEL void kernel(KB_INT n) {
  struct trigger *t = given_t;
  uint8_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t was = t->on;
    const uint8_t on = (uint8_t)((x[i] > t->high) | ((x[i] > t->low) & was));
    t->flips = (uint8_t)(t->flips + (on ^ was));
    t->on = on;
    out[i] = on;
  }
}
