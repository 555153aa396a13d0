// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/minmax_u8
// tags: ports
// about: smallest and largest byte

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 1, 255);
  a[0] = 0;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t lo = 255, hi = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    lo = a[i] < lo ? a[i] : lo;
    hi = a[i] > hi ? a[i] : hi;
  }
  kb_sink_u64 = (uint64_t)lo << 8 | hi;
}
