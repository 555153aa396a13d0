// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/last_index
// tags: latency
// about: index of the last byte equal to c, by select

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 'a', 'h'); }

KB_KERNEL void kernel(KB_INT n) {
  KB_INT at = -1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    at = s[i] == 'c' ? i : at;
  kb_sink_u64 = (uint64_t)at;
}
