// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/gf256_by_shifts
// tags: ports
// about: product of a byte with 0x1b in GF(256) by shift and reduce, added to a parity

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], parity[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t x1 = a[i];
    const uint8_t x2 = (uint8_t)(x1 << 1 ^ (x1 >> 7) * 0x1d);
    const uint8_t x4 = (uint8_t)(x2 << 1 ^ (x2 >> 7) * 0x1d);
    const uint8_t x8 = (uint8_t)(x4 << 1 ^ (x4 >> 7) * 0x1d);
    const uint8_t x16 = (uint8_t)(x8 << 1 ^ (x8 >> 7) * 0x1d);
    parity[i] ^= x1 ^ x2 ^ x8 ^ x16;
  }
}
