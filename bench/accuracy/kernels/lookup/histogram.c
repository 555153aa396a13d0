// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/histogram
// tags: memory,latency
// about: h[k[i]] += 1, the same counter after 256 trips

#include "kernel.h"

KB_DATA uint32_t h[256];
KB_DATA uint8_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(h, 0, 10);
  // 37 is odd: 256 trips lie between two uses of one counter.
  for (int j = 0; j < KB_MAX_N; ++j)
    k[j] = (uint8_t)(37 * j);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h[k[i]] += 1;
}
