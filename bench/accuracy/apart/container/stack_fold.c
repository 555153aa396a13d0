// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/stack_fold
// tags: memory,latency
// about: push a value, then replace the two on top by their sum, stack pointer in memory

#include "kernel.h"

struct stack {
  uint32_t depth, cell[30];
};
KB_DATA struct stack stack;
KB_DATA uint32_t x[KB_MAX_N];
KB_DATA struct stack *given_s;
KB_DATA const uint32_t *given_in;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_s = &stack;
  given_in = x;
}

KB_KERNEL void kernel(KB_INT n) {
  struct stack *s = given_s;
  const uint32_t *in = given_in;
  s->depth = 4;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->cell[s->depth++] = in[i];
    const uint32_t top = *(volatile uint32_t *)&s->cell[--s->depth];
    s->cell[s->depth - 1] += top;
  }
}
