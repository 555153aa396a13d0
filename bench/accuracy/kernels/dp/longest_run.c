// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/longest_run
// tags: latency,memory
// about: run[i] = (run[i-1] + 1) * bit[i]; the bits are inverted elsewhere

#include "kernel.h"

KB_DATA uint32_t run[KB_MAX_N + 1], bit[KB_MAX_N + 1], inverse[KB_MAX_N + 1];
KB_DATA uint32_t *given_r;
KB_DATA uint32_t *given_inv;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    bit[i] = i % 8 != 0;
  given_r = run;
  given_inv = inverse;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *r = given_r, *inv = given_inv;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    r[i] = (r[i - 1] + 1) * bit[i];
    inv[i] = 1 - bit[i];
  }
}
