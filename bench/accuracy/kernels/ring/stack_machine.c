// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/stack_machine
// tags: latency,memory
// about: push x[i], then add the two on top; stack pointer in memory

#include "kernel.h"

struct machine {
  uint64_t top, stack[16];
};

KB_DATA struct machine machine;
KB_DATA uint64_t x[KB_MAX_N];
KB_DATA struct machine *given_m;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_m = &machine;
}

KB_KERNEL void kernel(KB_INT n) {
  struct machine *m = given_m;
  m->top = 2;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    m->stack[m->top++ & 15] = x[i];
    m->top -= 1;
    m->stack[(m->top - 1) & 15] += m->stack[m->top & 15];
  }
}
