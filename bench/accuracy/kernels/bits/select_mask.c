// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/select_mask
// tags: ports
// about: d[i] = bits of a[i] where m[i] is one, else of b[i]

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], m[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 4e9);
  KB_FILL(b, 0, 4e9);
  KB_FILL(m, 0, 4e9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = b[i] ^ ((a[i] ^ b[i]) & m[i]);
}
