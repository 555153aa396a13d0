// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/permuted
// tags: latency,memory
// about: a 64-bit state in memory, the output permuted by its upper bits

#include "kernel.h"

KB_DATA uint64_t state[1], out[KB_MAX_N];
KB_DATA uint64_t *given_s;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  state[0] = 1;
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t old = *s;
    *s = old * 6364136223846793005u + 1442695040888963407u;
    to[i] = (old ^ old >> 22) >> (22 + (old >> 61));
  }
}
