// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/histogram_same
// tags: latency,memory
// about: h[k[i]] += 1, always the same counter

#include "kernel.h"

KB_DATA uint32_t h[256];
KB_DATA uint8_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(h, 0, 10);
  for (int j = 0; j < KB_MAX_N; ++j)
    k[j] = 77;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h[k[i]] += 1;
}
