// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/blur_row
// tags: ports,memory
// about: d[i] = (s[i-1] + 2 s[i] + s[i+1] + 2) / 4 over bytes

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N + 2], d[KB_MAX_N + 2];

void kernel_init(void) { KB_FILL(s, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    d[i] = (uint8_t)((s[i - 1] + 2 * s[i] + s[i + 1] + 2) >> 2);
}
