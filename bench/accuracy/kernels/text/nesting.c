// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/nesting
// tags: latency,memory
// about: the depth of parentheses in memory, written as a byte for each letter

#include "kernel.h"

KB_DATA int32_t depth[1];
KB_DATA char in[KB_MAX_N], out[KB_MAX_N];
KB_DATA int32_t *given_d;
KB_DATA char *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    in[i] = i % 2 ? ')' : '(';
  given_d = depth;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *d = given_d;
  char *to = given_to;
  *d = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *d += (in[i] == '(') - (in[i] == ')');
    to[i] = (char)(*d & 127);
  }
}
