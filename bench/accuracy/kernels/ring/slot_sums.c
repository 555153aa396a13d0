// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/slot_sums
// tags: latency,memory
// about: sums of four slots in turn: sum[i & 3] += x[i], 32 bits

#include "kernel.h"

KB_DATA uint32_t sum[4], x[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint32_t *given_s;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_s = sum;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[i & 3] += x[i];
    to[i] = x[i] ^ 1;
  }
}
