// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/multiply_i64
// tags: ports
// about: a[i] = b[i] * c[i], 64 bits

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 1e9);
  KB_FILL(c, 0, 1e9);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i] * c[i];
}
