// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/rot13
// tags: ports
// about: letters move by 13 places, by selects

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N];
// Both halves of the alphabet alternate, so that branches are predicted.

void kernel_init(void) {
  for (int j = 0; j < KB_MAX_N; ++j)
    s[j] = (uint8_t)('a' + 13 * (j % 2) + j / 2 % 13);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int c = s[i] + 13;
    t[i] = (uint8_t)(c > 'z' ? c - 26 : c);
  }
}
