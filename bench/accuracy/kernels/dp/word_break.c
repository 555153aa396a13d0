// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/word_break
// tags: latency,memory
// about: ok[i] from ok[i-2] and ok[i-3] and two masks, bytes

#include "kernel.h"

KB_DATA uint8_t ok[KB_MAX_N + 3], two[KB_MAX_N + 3], three[KB_MAX_N + 3],
    any[KB_MAX_N + 3];
KB_DATA uint8_t *given_o;
KB_DATA uint8_t *given_a;

void kernel_init(void) {
  KB_FILL(two, 0, 256);
  KB_FILL(three, 0, 256);
  given_o = ok;
  given_a = any;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *o = given_o, *a = given_a;
  o[0] = 255;
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i) {
    o[i] = (uint8_t)((o[i - 2] & two[i]) | (o[i - 3] & three[i]) | 1);
    a[i] = (uint8_t)(two[i] | three[i]);
  }
}
