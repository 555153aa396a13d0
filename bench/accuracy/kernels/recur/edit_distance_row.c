// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/edit_distance_row
// tags: latency,memory
// about: d[i] = min(d[i-1] + 1, u[i] + 1, u[i-1] + differ)

#include "kernel.h"

KB_DATA int32_t u[KB_MAX_N + 1], d[KB_MAX_N + 1];
KB_DATA uint8_t s[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(u, 0, 50);
  KB_FILL(d, 0, 50);
  KB_FILL(s, 'a', 'e');
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int32_t gap = (d[i - 1] < u[i] ? d[i - 1] : u[i]) + 1;
    const int32_t match = u[i - 1] + (s[i] != 'b');
    d[i] = gap < match ? gap : match;
  }
}
