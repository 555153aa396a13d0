// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/with_carry
// tags: latency,memory
// about: multiply with carry: x and carry of 32 bits in a structure

#include "kernel.h"

struct generator {
  uint32_t x, carry;
};

KB_DATA struct generator generator;
KB_DATA uint32_t out[KB_MAX_N];
KB_DATA struct generator *given_g;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  generator = (struct generator){123456789, 362436};
  given_g = &generator;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct generator *g = given_g;
  uint32_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t t = (uint64_t)g->x * 698769069 + g->carry;
    g->x = (uint32_t)t;
    g->carry = (uint32_t)(t >> 32);
    to[i] = g->x;
  }
}
