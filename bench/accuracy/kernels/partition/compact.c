// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/compact
// tags: latency,memory
// about: out[count] = x[i]; count += x[i] is wanted, count in memory

#include "kernel.h"

KB_DATA uint32_t x[KB_MAX_N], out[KB_MAX_N], count[1];
KB_DATA uint32_t *given_c;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    x[i] = i % 3;
  given_c = count;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *c = given_c, *to = given_to;
  *c = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    to[*c] = x[i];
    *c += x[i] != 0;
  }
}
