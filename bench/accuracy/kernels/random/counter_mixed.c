// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/counter_mixed
// tags: latency,memory
// about: a counter in memory, mixed by multiplications off the chain

#include "kernel.h"

KB_DATA uint64_t counter[1], out[KB_MAX_N];
KB_DATA uint64_t *given_c;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  counter[0] = 1;
  given_c = counter;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *c = given_c, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *c += 0x9e3779b97f4a7c15u;
    uint64_t z = *c;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    to[i] = z ^ z >> 31;
  }
}
