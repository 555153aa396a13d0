// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/matrix_power
// tags: latency,memory
// about: m = m * {{1, 1}, {1, 0}} mod 2^64, m behind a pointer

#include "kernel.h"

struct matrix {
  uint64_t a, b, c, d;
};

KB_DATA struct matrix m;
KB_DATA uint64_t out[KB_MAX_N];
KB_DATA struct matrix *given_p;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  m = (struct matrix){1, 0, 0, 1};
  given_p = &m;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct matrix *p = given_p;
  uint64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t a = p->a + p->b, c = p->c + p->d;
    p->b = p->a;
    p->a = a;
    to[i] = a;
    p->d = p->c;
    p->c = c;
  }
}
