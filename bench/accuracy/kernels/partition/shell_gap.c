// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/shell_gap
// tags: latency,memory
// about: compare and exchange at a gap of 3, 32 bits, with a count

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N + 3], swaps[1];
KB_DATA int32_t *given_to;
KB_DATA int32_t *given_count;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N + 3; ++i)
    a[i] = i;
  given_to = a;
  given_count = swaps;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *to = given_to, *count = given_count;
  *count = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t x = to[i], y = to[i + 3];
    to[i] = x < y ? x : y;
    to[i + 3] = x < y ? y : x;
    *count += y < x;
  }
}
