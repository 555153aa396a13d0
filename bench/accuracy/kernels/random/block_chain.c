// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/block_chain
// tags: latency,memory
// about: a block cipher of two words in a chain, one round a trip

#include "kernel.h"

KB_DATA uint32_t block[2], in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint32_t *given_v;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 4e9);
  given_v = block;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *v = given_v, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    v[0] ^= in[i];
    v[0] += ((v[1] << 4) + 123) ^ (v[1] + 987) ^ ((v[1] >> 5) + 55);
    to[i] = v[0];
    v[1] += ((v[0] << 4) + 77) ^ (v[0] + 987) ^ ((v[0] >> 5) + 11);
  }
}
