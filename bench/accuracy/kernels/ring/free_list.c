// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/free_list
// tags: latency,memory
// about: a cell is taken from a free list and given back, all in memory

#include "kernel.h"

KB_DATA uint32_t head[1], link[64], in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint32_t *given_h;
KB_DATA uint32_t *given_l;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  for (uint32_t i = 0; i < 64; ++i)
    link[i] = (i + 1) & 63;
  KB_FILL(in, 0, 1000);
  given_h = head;
  given_l = link;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *h = given_h, *l = given_l, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t cell = *h;
    *h = l[cell];
    to[i] = cell ^ in[i];
    l[cell] = *h;
    *h = cell;
  }
}
