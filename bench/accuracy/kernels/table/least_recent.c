// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/least_recent
// tags: latency,memory
// about: a clock in memory marks the slots used: age[slot[i]] = ++clock

#include "kernel.h"

KB_DATA uint32_t clock[1], age[32], slot[KB_MAX_N];
KB_DATA uint32_t *given_c;
KB_DATA uint32_t *given_a;

void kernel_init(void) {
  KB_FILL(slot, 0, 32);
  given_c = clock;
  given_a = age;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *c = given_c, *a = given_a;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[slot[i]] = ++*c;
}
