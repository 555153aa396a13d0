// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/radix_scatter
// tags: memory,latency
// about: out[place[digit]++] = key, two digits in use

#include "kernel.h"

KB_DATA uint32_t place[16], key[KB_MAX_N], out[1024];
KB_DATA uint32_t *given_p;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    key[i] = i % 2 + 16 * i;
  given_p = place;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *p = given_p, *to = given_to;
  p[0] = 0;
  p[1] = 512;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[p[key[i] & 15]++] = key[i];
}
