// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/two_states
// tags: latency,memory
// about: holding or not: two numbers in a structure, each from both; log of one

#include "kernel.h"

struct account {
  int64_t cash, hold;
};

KB_DATA struct account account;
KB_DATA int64_t price[KB_MAX_N], logged[KB_MAX_N];
KB_DATA struct account *given_a;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    price[i] = 100 + i % 4;
  given_a = &account;
  given_to = logged;
}

KB_KERNEL void kernel(KB_INT n) {
  struct account *a = given_a;
  int64_t *to = given_to;
  *a = (struct account){0, -1000};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t sold = a->hold + price[i], bought = a->cash - price[i];
    a->cash = sold > a->cash ? sold : a->cash;
    a->hold = bought > a->hold ? bought : a->hold;
    to[i] = a->cash;
  }
}
