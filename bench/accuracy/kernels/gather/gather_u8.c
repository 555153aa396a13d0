// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/gather_u8
// tags: ports,memory
// about: a[i] = b[k[i]] over bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[256], k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 256);
  KB_FILL(k, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[k[i]];
}
