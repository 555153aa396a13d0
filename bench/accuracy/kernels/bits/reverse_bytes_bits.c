// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/reverse_bytes_bits
// tags: ports
// about: the bits of each byte reversed, by masks

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t x = a[i];
    x = (x & 0x55u) << 1 | (x & 0xaau) >> 1;
    x = (x & 0x33u) << 2 | (x & 0xccu) >> 2;
    b[i] = (uint8_t)(x << 4 | x >> 4);
  }
}
