// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/rolling
// tags: latency,memory
// about: h = h * 31 + s[i+8] - s[i] * 31^8, a rolling hash

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N + 8];
KB_DATA uint32_t out[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t h = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    h = h * 31 + s[i + 8] - s[i] * 0x94446f01u;
    out[i] = h;
  }
}
