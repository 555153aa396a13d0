// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/length
// tags: ports
// about: bytes before the terminator, counted over a fixed length

#include "kernel.h"

KB_DATA uint8_t s[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(s, 1, 256);
  s[KB_MAX_N] = 0;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t length = 0, alive = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    alive &= s[i] != 0;
    length += alive;
  }
  kb_sink_u64 = length;
}
