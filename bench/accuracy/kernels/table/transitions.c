// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/transitions
// tags: memory,latency
// about: ++count[state][x[i]], the state in memory becomes x[i]

#include "kernel.h"

KB_DATA uint32_t count[4][4], state[1], x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 4); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t(*c)[4] = count, *s = state;
  KB_HIDE(c);
  KB_HIDE(s);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c[*s & 3][x[i]] += 1;
    *s = x[i];
  }
}
