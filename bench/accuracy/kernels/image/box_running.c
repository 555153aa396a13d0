// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/box_running
// tags: latency
// about: sum += s[i+8] - s[i]; d[i] = sum / 8, a running mean

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N + 8], d[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t sum = 0;
  for (int j = 0; j < 8; ++j)
    sum += s[j];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    d[i] = (uint8_t)(sum >> 3);
    sum += (uint32_t)s[i + 8] - s[i];
  }
}
