// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/lagged_products
// tags: latency,ports
// about: autocovariance: int16 samples times samples five later in 64 bits

#include "kernel.h"

KB_DATA int16_t x[KB_MAX_N + 5];

void kernel_init(void) {
  KB_FILL(x, -30000, 30000);
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    sum += x[i] * x[i + 5];
  kb_sink_u64 = (uint64_t)sum;
}
