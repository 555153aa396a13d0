// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/reverse_bits
// tags: ports,memory
// about: the bits of 64 bit words reversed by masks and a byte swap

#include "kernel.h"

KB_DATA uint64_t x[KB_MAX_N], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t v = x[i];
    v = (v >> 1 & 0x5555555555555555) | (v & 0x5555555555555555) << 1;
    v = (v >> 2 & 0x3333333333333333) | (v & 0x3333333333333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f0f0f0f0f) | (v & 0x0f0f0f0f0f0f0f0f) << 4;
    y[i] = __builtin_bswap64(v);
  }
}
