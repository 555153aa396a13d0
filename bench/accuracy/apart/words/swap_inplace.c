// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/swap_inplace
// tags: ports,memory
// about: 16 bit words byte swapped in place, their sum kept

#include "kernel.h"

KB_DATA uint16_t x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 65536);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x[i] = __builtin_bswap16(x[i]);
    sum += x[i];
  }
  kb_sink_u64 = sum;
}
