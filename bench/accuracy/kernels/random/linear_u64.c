// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/linear_u64
// tags: latency,memory
// about: s->x = s->x a + c in a structure; out[i] = upper bits

#include "kernel.h"

struct generator {
  uint64_t x, a, c;
};

KB_DATA struct generator generator;
KB_DATA uint64_t out[KB_MAX_N];
KB_DATA struct generator *given_s;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  generator = (struct generator){1, 6364136223846793005u, 1442695040888963407u};
  given_s = &generator;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct generator *s = given_s;
  uint64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->x = s->x * s->a + s->c;
    to[i] = s->x >> 33;
  }
}
