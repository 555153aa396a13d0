// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/ticks_to_prices
// tags: ports,memory
// about: 64 bit fixed point ticks to double and back to rounded cents

#include "kernel.h"

KB_DATA int64_t tick[KB_MAX_N], cents[KB_MAX_N];
KB_DATA double price[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(tick, 1000000, 90000000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    price[i] = (double)tick[i] * 1e-4;
    cents[i] = (int64_t)(price[i] * 100.0 + 0.5);
  }
}
