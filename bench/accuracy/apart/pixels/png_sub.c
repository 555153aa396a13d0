// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/png_sub
// tags: memory,latency
// about: undo the Sub filter in place: byte i + 4 += byte i

#include "kernel.h"

KB_DATA uint8_t line[KB_MAX_N + 4];

void kernel_init(void) {
  KB_FILL(line, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    line[i + 4] = (uint8_t)(line[i + 4] + line[i]);
}
