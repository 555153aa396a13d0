// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/three_generators
// tags: latency,memory
// about: three generators of different kinds in one structure, combined

#include "kernel.h"

struct generators {
  uint32_t a, b, c;
};

KB_DATA struct generators generators;
KB_DATA uint32_t out[KB_MAX_N];
KB_DATA struct generators *given_g;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  generators = (struct generators){123456789, 362436069, 521288629};
  given_g = &generators;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct generators *g = given_g;
  uint32_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    g->a = g->a * 69069 + 1234567;
    g->b ^= g->b << 13;
    g->b ^= g->b >> 17;
    g->c = g->c << 7 | g->c >> 25;
    to[i] = g->a + g->b + g->c;
  }
}
