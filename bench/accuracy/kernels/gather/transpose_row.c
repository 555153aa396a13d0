// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/transpose_row
// tags: ports,memory
// about: a[8i + 3] = b[i], a strided store

#include "kernel.h"

KB_DATA float a[8 * KB_MAX_N + 8], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[8 * i + 3] = b[i];
}
