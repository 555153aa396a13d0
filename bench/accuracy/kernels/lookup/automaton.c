// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/automaton
// tags: latency,memory
// about: state = next[state][c[i]], 8 states by 32 letters

#include "kernel.h"

KB_DATA uint8_t next[8][32], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL_ROWS(next, 0, 8);
  KB_FILL(c, 0, 32);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t state = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    state = next[state][c[i]];
  kb_sink_u64 = state;
}
