// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/automaton_profile
// tags: latency,memory
// about: state = next[state][class] in memory, visits of each state counted

#include "kernel.h"

struct automaton {
  uint32_t state, visits[8];
};
KB_DATA struct automaton automaton;
KB_DATA uint32_t next[8][4];
KB_DATA uint8_t class_of[KB_MAX_N];
KB_DATA struct automaton *given_a;

void kernel_init(void) {
  for (int s = 0; s < 8; ++s)
    for (int k = 0; k < 4; ++k)
      next[s][k] = (uint32_t)(s * 3 + k * 5 + 1) & 7;
  KB_FILL(class_of, 0, 4);
  given_a = &automaton;
}

KB_KERNEL void kernel(KB_INT n) {
  struct automaton *a = given_a;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a->state = next[a->state][class_of[i]];
    ++a->visits[a->state];
  }
}
