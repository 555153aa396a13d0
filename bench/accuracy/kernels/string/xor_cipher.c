// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/xor_cipher
// tags: ports,memory
// about: t[i] = s[i] ^ key[i & 7]

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N], key[8];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  KB_FILL(key, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    t[i] = s[i] ^ key[i & 7];
}
