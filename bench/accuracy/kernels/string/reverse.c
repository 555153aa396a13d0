// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/reverse
// tags: ports,memory
// about: t[i] = s[n-1-i] over bytes

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    t[i] = s[n - 1 - i];
}
