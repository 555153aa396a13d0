// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/pair_as_vector
// tags: latency,memory
// about: 16 bytes are stored as one, then read as two words

#include "kernel.h"

KB_DATA uint64_t pair[2] __attribute__((aligned(16)));
KB_DATA uint64_t x[2 * KB_MAX_N], copy[2];

typedef uint64_t vector __attribute__((vector_size(16), may_alias));
KB_DATA uint64_t *given_p;
KB_DATA uint64_t *given_also;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_p = pair;
  given_also = copy;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *p = given_p, *also = given_also;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t a = p[0], b = p[1];
    also[0] = a ^ b;
    *(vector *)(void *)p = *(const vector *)(const void *)&x[2 * i] + a;
  }
}
