// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/hex_encode
// tags: ports,memory
// about: a byte to two digits by arithmetic

#include "kernel.h"

KB_DATA uint8_t bytes[KB_MAX_N], text[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(bytes, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned h = bytes[i] >> 4, l = bytes[i] & 15;
    text[2 * i] = (uint8_t)(h + '0' + ((9 - h) >> 8 & 39));
    text[2 * i + 1] = (uint8_t)(l + '0' + ((9 - l) >> 8 & 39));
  }
}
