// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/three_ways
// tags: latency,memory
// about: three places in memory, one of them advances in each trip

#include "kernel.h"

KB_DATA uint32_t place[3], x[KB_MAX_N], out[3][KB_MAX_N];

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    x[i] = i % 3;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *p = place, (*to)[KB_MAX_N] = out;
  p[0] = p[1] = p[2] = 0;
  KB_HIDE(p);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[x[i]][p[x[i]]++] = (uint32_t)i;
}
