// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_u8
// tags: ports
// about: s = sum of a[i], bytes into 32-bit integers

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i];
  kb_sink_u64 = s;
}
