// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/pack_flags
// tags: ports
// about: eight flags of one byte each into one byte

#define KB_MAX_N 400
#include "kernel.h"

KB_DATA uint8_t flag[8 * KB_MAX_N], packed[KB_MAX_N];

void kernel_init(void) { KB_FILL(flag, 0, 2); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t *f = flag + 8 * i;
    packed[i] = (uint8_t)(f[0] | f[1] << 1 | f[2] << 2 | f[3] << 3 | f[4] << 4 |
                          f[5] << 5 | f[6] << 6 | f[7] << 7);
  }
}
