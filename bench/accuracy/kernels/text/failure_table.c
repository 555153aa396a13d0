// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/failure_table
// tags: latency,memory
// about: fail[i] = length of the border that goes on, a text of equal letters

#include "kernel.h"

KB_DATA int32_t fail[KB_MAX_N + 1], text[KB_MAX_N + 1];
KB_DATA int32_t *given_f;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    text[i] = 'a';
  given_f = fail;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *f = given_f;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int32_t border = f[i - 1];
    f[i] = (border + 1) & -(text[i] == text[border]);
  }
}
