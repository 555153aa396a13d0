// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/table_two
// tags: ports,memory
// about: a[i] = low[k & 15] ^ high[k >> 4]

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], k[KB_MAX_N], low[16], high[16];

void kernel_init(void) {
  KB_FILL(k, 0, 256);
  KB_FILL(low, 0, 256);
  KB_FILL(high, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = low[k[i] & 15] ^ high[k[i] >> 4];
}
