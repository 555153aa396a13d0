// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/utf8_state
// tags: latency,memory
// about: one step of a validating automaton by table

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], kind[256], next[128];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  KB_FILL(kind, 0, 16);
  KB_FILL(next, 0, 8);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t state = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    state = next[state * 16 + kind[s[i]]];
  kb_sink_u64 = state;
}
