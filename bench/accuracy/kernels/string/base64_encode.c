// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/base64_encode
// tags: ports,memory,frontend
// about: three bytes to four letters by table

#include "kernel.h"

KB_DATA uint8_t s[3 * KB_MAX_N], t[4 * KB_MAX_N], letter[64];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  KB_FILL(letter, 33, 127);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t v =
        (uint32_t)s[3 * i] << 16 | (uint32_t)s[3 * i + 1] << 8 | s[3 * i + 2];
    t[4 * i] = letter[v >> 18];
    t[4 * i + 1] = letter[v >> 12 & 63];
    t[4 * i + 2] = letter[v >> 6 & 63];
    t[4 * i + 3] = letter[v & 63];
  }
}
