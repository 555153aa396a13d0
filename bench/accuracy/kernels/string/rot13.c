// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/rot13
// tags: ports
// about: letters move by 13 places, by selects

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 'a', 'z' + 1); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int c = s[i] + 13;
    t[i] = (uint8_t)(c > 'z' ? c - 26 : c);
  }
}
