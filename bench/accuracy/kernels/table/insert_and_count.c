// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/insert_and_count
// tags: latency,memory
// about: a slot is written, and a counter of the same table goes up

#include "kernel.h"

struct table {
  uint64_t used, *slot;
};

KB_DATA struct table table;
KB_DATA uint64_t slots[64], key[KB_MAX_N];
KB_DATA struct table *given_t;

void kernel_init(void) {
  table.slot = slots;
  KB_FILL(key, 0, 4e9);
  given_t = &table;
}

KB_KERNEL void kernel(KB_INT n) {
  struct table *t = given_t;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    t->slot[key[i] * 0x9e3779b97f4a7c15u >> 58] = key[i];
    t->used += 1;
  }
}
