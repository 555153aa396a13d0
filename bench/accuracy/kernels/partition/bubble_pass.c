// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/bubble_pass
// tags: latency,memory
// about: the larger of two neighbours moves on, exchanges are logged

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N + 1], moved[KB_MAX_N + 1];
KB_DATA int32_t *given_to;
KB_DATA int32_t *given_also;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    a[i] = i;
  given_to = a;
  given_also = moved;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *to = given_to, *also = given_also;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t x = to[i], y = to[i + 1];
    to[i] = x < y ? x : y;
    also[i] = y - x;
    to[i + 1] = x < y ? y : x;
  }
}
