// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sad_u8
// tags: ports
// about: sum of |a[i] - b[i]| over bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
  KB_FILL(b, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int d = a[i] - b[i];
    s += (uint32_t)(d < 0 ? -d : d);
  }
  kb_sink_u64 = s;
}
