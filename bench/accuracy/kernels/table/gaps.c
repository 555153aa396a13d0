// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/gaps
// tags: memory,latency
// about: gap[i] = i - last[key[i]]; last[key[i]] = i: no chain is closed

#include "kernel.h"

KB_DATA uint32_t last[16], gap[KB_MAX_N], key[KB_MAX_N];
KB_DATA uint32_t *given_l;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    key[i] = i % 5;
  given_l = last;
  given_to = gap;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *l = given_l, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    to[i] = (uint32_t)i - l[key[i]];
    l[key[i]] = (uint32_t)i;
  }
}
