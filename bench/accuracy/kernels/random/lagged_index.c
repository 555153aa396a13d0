// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/lagged_index
// tags: latency,memory
// about: a lagged generator whose place in its ring is in memory

#include "kernel.h"

struct generator {
  uint64_t at, word[16];
};

KB_DATA struct generator generator;
KB_DATA uint64_t out[KB_MAX_N];
KB_DATA struct generator *given_g;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  KB_FILL(generator.word, 1, 4e9);
  given_g = &generator;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct generator *g = given_g;
  uint64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    g->at = (g->at + 1) & 15;
    g->word[g->at] += g->word[(g->at - 3) & 15];
    to[i] = g->word[g->at];
  }
}
