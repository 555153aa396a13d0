// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/permutation_power
// tags: latency,memory
// about: k = p[k] ^ a[i], a table look-up in the chain

#include "kernel.h"

KB_DATA uint8_t p[256], a[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(p, 0, 256);
  KB_FILL(a, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t k = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    k = p[k] ^ a[i];
  kb_sink_u64 = k;
}
