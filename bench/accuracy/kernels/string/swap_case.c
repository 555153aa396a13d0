// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/swap_case
// tags: ports
// about: letters change case, in place

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, ' ', 127); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t letter = (uint8_t)((s[i] | 32) - 'a') < 26;
    s[i] = (uint8_t)(s[i] ^ (letter << 5));
  }
}
