// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/shuffle
// tags: memory,latency
// about: a[i] and a[other[i]] change places, the other shortly before

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N + 4], other[KB_MAX_N + 4];
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  for (uint32_t i = 4; i < KB_MAX_N + 4; ++i)
    other[i] = i - 1 - i % 3;
  given_to = a;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 4; i < n + 4; ++i) {
    const uint32_t x = to[i], o = other[i];
    to[i] = to[o];
    to[o] = x;
  }
}
