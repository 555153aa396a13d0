// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/mismatches
// tags: ports
// about: how many bytes differ between two strings

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(s, 'a', 'd');
  KB_FILL(t, 'a', 'd');
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t count = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    count += s[i] != t[i];
  kb_sink_u64 = count;
}
