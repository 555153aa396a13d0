// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/majority
// tags: ports
// about: d[i] = majority of the bits of a[i], b[i], c[i]

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 1.8e19);
  KB_FILL(b, 0, 1.8e19);
  KB_FILL(c, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = (a[i] & b[i]) | (c[i] & (a[i] | b[i]));
}
