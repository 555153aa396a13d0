// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/order_book
// tags: memory,latency
// about: quantity at a price level changed, orders of the level and the sum counted

#include "kernel.h"

struct level {
  int64_t quantity, orders;
};
KB_DATA struct level book[32];
KB_DATA int64_t total;
KB_DATA uint8_t price[KB_MAX_N];
KB_DATA int32_t change[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(price, 0, 32);
  KB_FILL(change, -100, 100);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    struct level *l = &book[price[i]];
    l->quantity += change[i];
    l->orders += 1;
    total += change[i];
  }
}
