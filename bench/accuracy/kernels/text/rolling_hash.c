// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/rolling_hash
// tags: latency,memory
// about: hash = hash * 31 + c in memory, a byte of it written

#include "kernel.h"

KB_DATA uint32_t hash[1];
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint32_t *given_h;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_h = hash;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *h = given_h;
  uint8_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *h = *h * 31 + in[i];
    to[i] = (uint8_t)*h;
  }
}
