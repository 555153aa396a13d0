// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/prefix_sum_copy
// tags: latency,memory
// about: s[i] = s[i-1] + x[i] in 64 bits; the summands are copied elsewhere

#include "kernel.h"

KB_DATA int64_t s[KB_MAX_N + 1], copy[KB_MAX_N + 1], x[KB_MAX_N + 1];
KB_DATA int64_t *given_to;
KB_DATA int64_t *given_second;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_to = s;
  given_second = copy;
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t *to = given_to, *second = given_second;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = to[i - 1] + x[i];
    second[i] = x[i];
  }
}
