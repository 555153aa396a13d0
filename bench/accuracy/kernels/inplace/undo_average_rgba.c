// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/undo_average_rgba
// tags: latency,memory
// about: row[i] += (row[i-4] + above[i]) / 2, bytes

#include "kernel.h"

KB_DATA uint8_t in[KB_MAX_N + 4], above[KB_MAX_N + 4], row[KB_MAX_N + 4];

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  KB_FILL(above, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = row, *from = in;
  KB_HIDE(to);
  KB_HIDE(from);
  KB_LOOP
  for (KB_INT i = 4; i < n + 4; ++i)
    to[i] = (uint8_t)(from[i] + (to[i - 4] + above[i]) / 2);
}
