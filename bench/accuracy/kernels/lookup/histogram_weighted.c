// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/histogram_weighted
// tags: latency,memory
// about: h[k[i]] += w[i], the same counter after 8 trips

#include "kernel.h"

KB_DATA double w[KB_MAX_N], h[8];
KB_DATA uint8_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(w, 0.001, 0.002);
  KB_FILL(h, 0.5, 1.5);
  for (int j = 0; j < KB_MAX_N; ++j)
    k[j] = j & 7;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    h[k[i]] += w[i];
}
