// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/line_counter
// tags: latency,memory
// about: line and column in a structure while text is copied

#include "kernel.h"

struct place {
  uint32_t line, column;
};

KB_DATA struct place place;
KB_DATA char in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct place *given_p;
KB_DATA char *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    in[i] = i % 8 == 7 ? '\n' : 'a';
  given_p = &place;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct place *p = given_p;
  char *to = given_to;
  *p = (struct place){1, 1};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t same = in[i] != '\n';
    to[i] = in[i];
    p->line += 1 - same;
    p->column = (p->column & -same) + 1;
  }
}
