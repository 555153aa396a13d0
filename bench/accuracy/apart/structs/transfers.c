// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/transfers
// tags: memory,latency
// about: amounts moved between eight accounts picked by bytes

#include "kernel.h"

struct account {
  int64_t balance;
  int32_t moves;
};
KB_DATA struct account accounts[8];
KB_DATA uint8_t from[KB_MAX_N], to[KB_MAX_N];
KB_DATA int32_t amount[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(from, 0, 8);
  KB_FILL(to, 0, 8);
  KB_FILL(amount, 1, 100);
}

KB_KERNEL void kernel(KB_INT n) {
  for (int k = 0; k < 8; ++k)
    accounts[k] = (struct account){1000, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    accounts[from[i]].balance -= amount[i];
    accounts[to[i]].balance += amount[i];
    accounts[to[i]].moves += 1;
  }
}
