// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/unsigned32
// tags: divider
// about: a[i] = b[i] / c[i] in 32-bit integers

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 1, 4000000000.0);
  KB_FILL(c, 1, 65536);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i] / c[i];
}
