// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/lcs_row
// tags: latency,memory
// about: d[i] = max(d[i-1], u[i], u[i-1] + equal)

#include "kernel.h"

KB_DATA int16_t u[KB_MAX_N + 1], d[KB_MAX_N + 1];
KB_DATA uint8_t s[KB_MAX_N + 1];
// Both repeat after 4, so that branches are predicted.

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    u[j] = (int16_t)(j / 4);
    d[j] = 0;
    s[j] = (uint8_t)('a' + j % 4);
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int16_t gap = d[i - 1] > u[i] ? d[i - 1] : u[i];
    const int16_t match = (int16_t)(u[i - 1] + (s[i] == 'b'));
    d[i] = gap > match ? gap : match;
  }
}
