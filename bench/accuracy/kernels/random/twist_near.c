// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: random/twist_near
// tags: latency,memory
// about: a twist in place: w[i] = w[i-3] ^ mixed w[i], w[i+1]

#include "kernel.h"

KB_DATA uint32_t w[KB_MAX_N + 4], copy[KB_MAX_N + 4];
KB_DATA uint32_t *given_to;
KB_DATA uint32_t *given_also;

void kernel_init(void) {
  KB_FILL(w, 1, 4e9);
  given_to = w;
  given_also = copy;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *to = given_to, *also = given_also;
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i) {
    const uint32_t y = (to[i] & 0x80000000u) | (to[i + 1] & 0x7fffffffu);
    to[i] = to[i - 3] ^ y >> 1 ^ (-(y & 1) & 0x9908b0dfu);
    also[i] = y;
  }
}
