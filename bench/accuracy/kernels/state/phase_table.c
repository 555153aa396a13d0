// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/phase_table
// tags: latency,memory
// about: an oscillator: s->phase += step; out[i] = table[phase >> 26]

#include "kernel.h"

struct oscillator {
  uint32_t phase, step;
};

KB_DATA struct oscillator oscillator;
KB_DATA uint32_t table[64], out[KB_MAX_N];
KB_DATA struct oscillator *given_s;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  oscillator = (struct oscillator){0, 123456789};
  KB_FILL(table, 0, 1000);
  given_s = &oscillator;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct oscillator *s = given_s;
  uint32_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->phase += s->step;
    to[i] = table[s->phase >> 26];
  }
}
