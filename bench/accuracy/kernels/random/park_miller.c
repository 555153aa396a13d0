// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/park_miller
// tags: latency,memory,divider
// about: x = x * 16807 mod 2^31 - 1, x in memory

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
    *s = *s * 16807 % 2147483647;
    to[i] = *s;
  }
}
