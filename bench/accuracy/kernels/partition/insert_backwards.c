// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/insert_backwards
// tags: latency,memory
// about: a value sinks through a sorted list from the end, in bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N + 1];
KB_DATA volatile uint8_t *given_to;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    a[i] = (uint8_t)(i / 2);
  given_to = a;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile uint8_t *to = given_to;
  KB_LOOP
  for (KB_INT i = n; i > 0; --i) {
    const uint8_t x = to[i], y = to[i - 1];
    to[i] = x > y ? x : y;
    to[i - 1] = x > y ? y : x;
  }
}
