// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/free_list
// tags: memory,latency
// about: take a node from a free list, give the one held before back

#include "kernel.h"

struct pool {
  uint16_t free, held, next[16];
};
KB_DATA struct pool pool;
KB_DATA uint16_t ids[KB_MAX_N];
KB_DATA struct pool *given_p;
KB_DATA uint16_t *given_out;

void kernel_init(void) {
  for (int k = 0; k < 16; ++k)
    pool.next[k] = (uint16_t)((k + 1) & 15);
  pool.free = 1;
  given_p = &pool;
  given_out = ids;
}

KB_KERNEL void kernel(KB_INT n) {
  struct pool *p = given_p;
  uint16_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint16_t id = p->free;
    p->free = p->next[id];
    p->next[p->held] = p->free;
    p->free = p->held;
    p->held = id;
    out[i] = id;
  }
}
