// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/lru_touch
// tags: memory,latency
// about: doubly linked list in arrays: unlink a node and put it behind the head

#include "kernel.h"

KB_DATA uint16_t prev[16], next[16], use[KB_MAX_N];
KB_DATA uint16_t *given_p;
KB_DATA uint16_t *given_q;

void kernel_init(void) {
  for (int k = 0; k < 16; ++k) {
    prev[k] = (uint16_t)((k + 15) & 15);
    next[k] = (uint16_t)((k + 1) & 15);
  }
  KB_FILL(use, 1, 16);
  given_p = prev;
  given_q = next;
}

KB_KERNEL void kernel(KB_INT n) {
  uint16_t *p = given_p;
  uint16_t *q = given_q;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint16_t x = use[i];
    q[p[x]] = q[x];
    p[q[x]] = p[x];
    const uint16_t first = q[0];
    q[x] = first;
    p[first] = x;
    q[0] = x;
    p[x] = 0;
  }
}
