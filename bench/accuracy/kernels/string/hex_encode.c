// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/hex_encode
// tags: ports,frontend
// about: two hexadecimal digits per byte, by arithmetic

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[2 * KB_MAX_N];
// Digits and letters alternate, so that branches are predicted.

void kernel_init(void) {
  for (int j = 0; j < KB_MAX_N; ++j)
    s[j] = j % 2 ? 0xa7 : 0x3c;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t hi = s[i] >> 4, lo = s[i] & 15u;
    t[2 * i] = (uint8_t)(hi + '0' + ((9 - hi) >> 31) * 39u);
    t[2 * i + 1] = (uint8_t)(lo + '0' + ((9 - lo) >> 31) * 39u);
  }
}
