// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/edit_distance_row
// tags: latency,memory
// about: d[i] = min(d[i-1] + 1, u[i] + 1, u[i-1] + differ)

#include "kernel.h"

KB_DATA int32_t u[KB_MAX_N + 1], d[KB_MAX_N + 1];
KB_DATA uint8_t s[KB_MAX_N + 1];
// Everything repeats after 4, so that branches are predicted.

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    u[j] = j;
    d[j] = 1;
    s[j] = (uint8_t)('a' + j % 4);
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int32_t gap = (d[i - 1] < u[i] ? d[i - 1] : u[i]) + 1;
    const int32_t match = u[i - 1] + (s[i] != 'b');
    d[i] = gap < match ? gap : match;
  }
}
