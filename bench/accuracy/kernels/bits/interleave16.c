// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/interleave16
// tags: ports
// about: the bits of two 16-bit numbers interleaved (Morton order)

#include "kernel.h"

KB_DATA uint16_t x[KB_MAX_N], y[KB_MAX_N];
KB_DATA uint32_t z[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 65536);
  KB_FILL(y, 0, 65536);
}
static inline uint32_t spread(uint32_t v) {
  v = (v | v << 8) & 0x00ff00ffu;
  v = (v | v << 4) & 0x0f0f0f0fu;
  v = (v | v << 2) & 0x33333333u;
  return (v | v << 1) & 0x55555555u;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    z[i] = spread(x[i]) | spread(y[i]) << 1;
}
